import { createHash } from 'node:crypto'
import { DEVICE_POLICY_FIELDS, type DeviceConfig, THROTTLE_FIELDS } from '@holdfast/api/devices/agent-channel'
import type { MachineId, PersonId, RootId } from '@holdfast/api/ids'
import { parseSettings as parseOrganizationSettings } from '../../accounts/organizations/settings.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { currentEpoch } from '../../platform/installation/epoch.ts'
import type { MachineRootRow } from '../../records/machine-roots.ts'
import { parsePolicy } from '../../records/policy.ts'
import { askedBy } from '../basics/ask-device.ts'
import { parseSettings } from '../machines/settings.ts'
import { type Asker, type JobRow, listOpenJobs, listPersons } from './queries.ts'
import { type Settled, settleRoots, sourcesOf } from './settle-roots.ts'

/** What a device is told, and how far the roots on it were then. */
export interface MadeConfig {
  config: DeviceConfig
  seqs: ReadonlyMap<RootId, number>
}

/** What each of these machines is to do. Those that are not in use any more have nothing to do. */
export async function makeConfigs(ctx: Ctx, ids: readonly MachineId[]): Promise<Map<MachineId, MadeConfig>> {
  const { id: epoch } = await currentEpoch(ctx)
  const machines = await settleRoots(ctx, ids)
  const jobs = Map.groupBy(await listOpenJobs(ctx.db.read, ids), ({ machine_id }) => machine_id)
  const askers = await listAskers(ctx.db.read, [...machines.values()], [...jobs.values()].flat())
  return new Map(
    [...machines].map(([id, settled]) => {
      const config = contentOf(epoch, settled, jobs.get(id) ?? [], askers)
      const ver = createHash('sha256').update(JSON.stringify(config)).digest('base64url').slice(0, 22)
      return [id, { config: { ver, ...config }, seqs: seqsOf(settled) }]
    }),
  )
}

type Askers = ReadonlyMap<PersonId, Asker>

/** Who asked for what the devices are to do: they decide by that, and tell people. */
async function listAskers(db: Db, machines: readonly Settled[], jobs: readonly JobRow[]): Promise<Askers> {
  const wishes = [...machines.flatMap(({ roots }) => [...roots.mappings, ...roots.backups]), ...jobs]
  const ids = new Set(wishes.map(({ created_by }) => created_by))
  return new Map((await listPersons(db, [...ids])).map((person) => [person.id, person]))
}

function contentOf(
  epoch: string,
  { roots, noted }: Settled,
  jobs: readonly JobRow[],
  askers: Askers,
): Omit<DeviceConfig, 'ver'> {
  const { machine, synced, mappings, backups } = roots
  const askedFor = ({ created_by }: { created_by: PersonId }) => {
    const person = askers.get(created_by)
    return person ? { asked_by: askedBy(person, machine.person_id) } : {}
  }
  const here = new Set(sourcesOf(roots).keys())
  const numbers = new Map(noted.map((row) => [row.root_id, row.id]))
  // A root that has no number yet is new since they were noted: it comes with the next look.
  const numbered = <T extends object>(root_id: RootId, more: T) => {
    const rsub_id = numbers.get(root_id)
    return rsub_id === undefined ? [] : [{ rsub_id, root_id, ...more }]
  }
  const settings = parseSettings(machine.settings)
  return {
    machine_id: machine.id,
    epoch,
    roots: synced.flatMap(({ id, name, source, readOnly, autoLock }) =>
      numbered(id, { name, source, read_only: readOnly, auto_lock: autoLock }),
    ),
    mappings: mappings.flatMap(({ id, root, path, credentials, created_by }) =>
      numbered(root.id, {
        ...askedFor({ created_by }),
        mapping_id: id,
        name: root.name,
        path,
        auto_lock: root.auto_lock === 1,
        sealed: sealedText(credentials),
      }),
    ),
    backups: backups.flatMap(({ root_id, name, path, schedule, credentials, created_by }) =>
      numbered(root_id, {
        ...askedFor({ created_by }),
        name,
        path,
        schedule: schedule === null ? null : JSON.parse(schedule),
        sealed: sealedText(credentials),
      }),
    ),
    leaving: noted
      .filter((row) => isLeaving(row) && !here.has(row.root_id))
      .map(({ id, root_id, epoch: wishedIn }) => {
        const job = jobs.find(({ kind, root_id: of }) => kind === 'remove_files' && of === root_id)
        // After a restore of the database the device may hold what nobody else has any more.
        return {
          rsub_id: id,
          root_id,
          remove_files: job !== undefined && wishedIn === epoch,
          job_id: job?.id ?? null,
        }
      }),
    restores: jobs
      .filter(({ kind }) => kind === 'restore')
      .map(({ id, root_id, path, as_of_seq, folder_id, overwrite, credentials, created_by }) => ({
        ...askedFor({ created_by }),
        job_id: id,
        root_id,
        path: path ?? '',
        as_of_seq,
        ...(folder_id !== null && { folder_id }),
        overwrite: overwrite === 1,
        sealed: sealedText(credentials),
      })),
    throttle: [parseOrganizationSettings(machine.organization_settings), settings].map((of) =>
      pick(of, THROTTLE_FIELDS),
    ),
    policy: pick(parsePolicy(machine.policy), DEVICE_POLICY_FIELDS),
    settings: pick(settings, ['manual_collisions', 'health_report_period_minutes']),
  }
}

/** Has not said yet that it is gone there. */
export const isLeaving = ({ leaving, has_left }: MachineRootRow): boolean => leaving !== null && !has_left

const sealedText = (credentials: Buffer | null): string | null => credentials?.toString('base64url') ?? null

const pick = <T extends object, Name extends keyof T>(from: T, names: readonly Name[]): Pick<T, Name> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, Name>

/** Of what the device keeps in step with roots both ways; to a backup nobody else writes. */
const seqsOf = ({ roots: { synced, mappings } }: Settled): Map<RootId, number> =>
  new Map([
    ...synced.map(({ id, seq }) => [id, seq] as const),
    ...mappings.map(({ root }) => [root.id, root.seq] as const),
  ])
