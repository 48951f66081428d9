import type { MachineId, RootId } from '@holdfast/api/ids'
import type { Role } from '@holdfast/api/sharing/shares'
import type { Instant } from '@holdfast/api/time'
import type { Ctx } from '../platform/context.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { announce } from '../platform/db/news.ts'
import { currentEpoch } from '../platform/installation/epoch.ts'
import type { PersonPrincipal } from '../platform/principal.ts'
import * as rows from '../records/machine-roots.ts'
import { parsePolicy } from '../records/policy.ts'
import { isClosedTo, isMappingGood, keepsMappings, permissionsOfRoles } from './permissions.ts'

/** A root that a machine has as one of its person's. */
export interface SyncedRoot {
  id: RootId
  name: string
  seq: number
  source: 'own' | 'share'
  readOnly: boolean
  autoLock: boolean
}

/** The roots that belong to a machine. */
export interface RootsOfMachine {
  machine: rows.MachineInUse
  synced: SyncedRoot[]
  /** Those that are to be kept in step. */
  mappings: rows.MappedRow[]
  /** The roots of those that rest. */
  resting: RootId[]
  backups: rows.BackedUpRow[]
}

/**
 * Which roots belong to each of these machines, for those that are in use. A file server has what it maps and backs up;
 * others have what their person has on them. It takes a few statements, however many machines there are; only mappings
 * to roots of other organizations are looked at one by one.
 */
export async function listRootsOfMachines(
  db: Db,
  ids: readonly MachineId[],
  now: Instant,
): Promise<Map<MachineId, RootsOfMachine>> {
  const machines = await rows.listMachinesInUse(db, ids)
  const signedIn = machines.filter(({ signed_out_at }) => signed_out_at === null)
  const subscriptions = Map.groupBy(
    await rows.listSubscriptionsOfPersons(
      db,
      signedIn.filter(({ machine_type }) => machine_type !== 'server').map(({ person_id }) => person_id),
    ),
    ({ person_id }) => person_id,
  )
  const signedInIds = signedIn.map(({ id }) => id)
  const mappings = Map.groupBy(await rows.listMappingsOfMachines(db, signedInIds), onMachine)
  const backups = Map.groupBy(await rows.listBackupsOfMachines(db, signedInIds), onMachine)
  const belonging = new Map<MachineId, RootsOfMachine>()
  for (const machine of machines) {
    const { id, person_id, machine_type, signed_out_at } = machine
    // What its person has may have been looked up for another machine, which is signed in.
    const hasOwn = machine_type !== 'server' && signed_out_at === null
    const subscribed = hasOwn ? subscriptions.get(person_id) : undefined
    const mapped = mappings.get(id) ?? []
    const backedUp = backups.get(id) ?? []
    const backsUp = parsePolicy(machine.policy).backups_enabled
    const good = keepsMappings(machine) ? await goodOnes(db, machine, mapped, now) : []
    belonging.set(id, {
      machine,
      synced: syncedOn(machine, subscribed ?? []),
      mappings: good,
      resting: [...mapped.filter((mapping) => !good.includes(mapping)), ...(backsUp ? [] : backedUp)].map(
        ({ root_id }) => root_id,
      ),
      backups: backsUp ? backedUp : [],
    })
  }
  return belonging
}

const onMachine = ({ machine_id }: { machine_id: MachineId }): MachineId => machine_id

/** Only the subscriptions that are for the machine count there: their roles say whether it may read, and write. */
function syncedOn(machine: rows.MachineInUse, subscribed: readonly rows.SubscribedRow[]): SyncedRoot[] {
  const here = subscribed.filter((row) => isFor(machine, row))
  return [...Map.groupBy(here, ({ id }) => id).values()].flatMap((ways): SyncedRoot[] => {
    const [{ id, name, seq, auto_lock }] = ways as [rows.SubscribedRow]
    const root = { id, name, seq, autoLock: auto_lock === 1 }
    const roles = ways.map(({ role }) => role)
    if (roles.includes(null)) return [{ ...root, source: 'own', readOnly: false }]
    const permissions = permissionsOfRoles(roles as Role[], false)
    if (!permissions.has('FILE_READ')) return []
    return [{ ...root, source: 'share', readOnly: !permissions.has('FILE_WRITE') }]
  })
}

const isFor = (
  { id, created_at }: rows.MachineInUse,
  { target, since }: Pick<rows.SubscribedRow, 'target' | 'since'>,
): boolean =>
  target === null ||
  target === 'all' ||
  target === 'machines' ||
  target === String(id) ||
  (target === 'future' && created_at > since)

async function goodOnes(
  db: Db,
  { organization_id }: rows.MachineInUse,
  mappings: readonly rows.MappedRow[],
  now: Instant,
): Promise<rows.MappedRow[]> {
  const good: rows.MappedRow[] = []
  for (const mapping of mappings) {
    const { root, created_by } = mapping
    const closed = await isClosedTo(db, organization_id, root, now)
    if (!closed && (await isMappingGood(db, root, organization_id, created_by))) good.push(mapping)
  }
  return good
}

/** What is wished where `remove_files` is given. */
export const removalWish = async (
  ctx: Ctx,
  { personId: by }: PersonPrincipal,
  removeFiles: boolean,
): Promise<rows.RemovalWish | undefined> =>
  removeFiles ? { epoch: (await currentEpoch(ctx)).id, by } : undefined

/** Makes a change, and has the machines that lose one of these team shares by it remove their copies of it, if that is wished. */
export async function removingCopies<T>(
  tx: Tx,
  rootIds: readonly RootId[],
  wish: rows.RemovalWish | undefined,
  at: Instant,
  change: () => Promise<T>,
): Promise<T> {
  if (!wish) return change()
  const machineIds = await rows.listSharingMachines(tx, rootIds)
  const held = await rows.holdMachineRoots(tx, machineIds)
  const sharesNow = async () => {
    const belonging = await listRootsOfMachines(tx, machineIds, at)
    return ({ machine_id, root_id }: rows.MachineRootRow) =>
      belonging.get(machine_id)?.synced.some(({ id }) => id === root_id) ?? false
  }
  const hadIt = await sharesNow()
  const result = await change()
  const hasIt = await sharesNow()
  const lost = held.filter((row) => rootIds.includes(row.root_id) && hadIt(row) && !hasIt(row))
  await rows.markRemoved(tx, lost, wish, at)
  for (const { machine_id } of lost) announce(tx, `m${machine_id}`)
  return result
}
