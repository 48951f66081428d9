import type { Instant } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import { type Growth, NO_GROWTH, sumOf } from '../../platform/content/growth.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { Slot } from '../../platform/db/slots.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { addGrowth, findOrganization } from '../../records/organizations.ts'
import {
  displayName,
  findPerson,
  findPersonForUpdate,
  type PersonRow,
  updatePersonRow,
} from '../../records/people.ts'
import { parsePolicy } from '../../records/policy.ts'
import { addSizes, listRootsOfPerson, type RootRow } from '../../records/roots.ts'
import { sendMail } from '../../records/send-mail.ts'

const PERSON_FULL = 'This account has no space left (space_quota).'
const ORGANIZATION_FULL = 'The organization has no space left (space_quota).'

/** Throws `policy_error` where so many bytes more would go over a quota. What is stored already may need fewer. */
export async function checkRoom(db: Db, root: RootRow, bytes: number): Promise<void> {
  const owner = root.person_id === null ? undefined : await findPerson(db, root.person_id)
  if (owner?.space_quota != null && counted(await holdingOf(db, owner)) + bytes > owner.space_quota)
    fail('policy_error', PERSON_FULL)
  const organization = await findOrganization(db, root.organization_id)
  if (organization && counted(organization) + bytes > parsePolicy(organization.policy).space_quota)
    fail('policy_error', ORGANIZATION_FULL)
}

/** How many bytes more the quotas have room for. */
export async function spaceLeft(db: Db, root: RootRow): Promise<number> {
  const owner = root.person_id === null ? undefined : await findPerson(db, root.person_id)
  const own = owner?.space_quota == null ? Infinity : owner.space_quota - counted(await holdingOf(db, owner))
  const organization = await findOrganization(db, root.organization_id)
  const all = organization ? parsePolicy(organization.policy).space_quota - counted(organization) : Infinity
  return Math.max(0, Math.min(own, all))
}

/** So much of an upload of unknown length comes in between two looks at the room for it. */
const LOOK_EVERY = 8 * 1024 * 1024

/** Called with the bytes that come, and how long to pause after them. Gives a pause that rejects once they are too many. */
export type RoomWatch = (bytes: number, pause: Promise<void> | undefined) => Promise<void> | undefined

export function watchRoom(db: Db, root: RootRow): RoomWatch {
  let come = 0
  let next = LOOK_EVERY
  return (bytes, pause) => {
    come += bytes
    if (come < next) return pause
    next = come + LOOK_EVERY
    return Promise.all([checkRoom(db, root, come), pause]).then(() => undefined)
  }
}

/** What quotas count: files, and what is to become files. */
const counted = ({ stored_size, pending_size }: Growth): number => stored_size + pending_size

const holdingOf = async (db: Db, owner: PersonRow): Promise<Growth> =>
  (await listRootsOfPerson(db, owner.id)).reduce<Growth>(sumOf, NO_GROWTH)

/**
 * Counts bytes that are on their way to a root whose row is held, or with a negative number no more of them. Throws as
 * `chargeStorage` does, and like it comes last in a transaction.
 */
export async function reserveStorage(
  ctx: Ctx,
  tx: Tx,
  root: RootRow,
  bytes: number,
  at: Instant,
): Promise<void> {
  if (bytes === 0) return
  const growth = { ...NO_GROWTH, pending_size: bytes }
  await addSizes(tx, root.id, growth)
  await chargeStorage(ctx, tx, root, growth, at)
}

interface Charge {
  ctx: Ctx
  root: RootRow
  growth: Growth
  at: Instant
}

const CHARGES = new Slot<{ together: boolean; gathered: Charge[] }>({
  begin: (around) => ({ together: around?.together ?? false, gathered: [] }),
  join: (around, { gathered }) => around.gathered.push(...gathered),
  settling: { when: 'storage', settle: (tx, { gathered }) => chargeSums(tx, gathered) },
})

/** From now on, what grows in this transaction and in attempts in it is charged when it ends, in one sum for each root. */
export function chargeTogether(tx: Tx): void {
  CHARGES.of(tx).together = true
}

async function chargeSums(tx: Tx, gathered: readonly Charge[]): Promise<void> {
  for (const ofRoot of Map.groupBy(gathered, ({ root }) => root.id).values()) {
    const [first] = ofRoot
    const growth = ofRoot.map((charge) => charge.growth).reduce(sumOf)
    if (first) await charge(tx, { ...first, growth })
  }
}

/** Counts how a root has grown already. Throws `policy_error` over the person's or the organization's quota. */
export async function chargeStorage(
  ctx: Ctx,
  tx: Tx,
  root: RootRow,
  growth: Growth,
  at: Instant,
): Promise<void> {
  const { together, gathered } = CHARGES.of(tx)
  if (together) gathered.push({ ctx, root, growth, at })
  else await charge(tx, { ctx, root, growth, at })
}

async function charge(tx: Tx, { ctx, root, growth, at }: Charge): Promise<void> {
  if (growth.stored_size === 0 && growth.pending_size === 0) return
  const grows = growth.stored_size > 0 || growth.pending_size > 0
  // What was counted on its way has its room: it does not have to give way to what comes after it.
  const used = counted(growth) > 0 ? counted : ({ stored_size }: Growth) => stored_size
  if (grows && root.person_id !== null) {
    const known = await findPerson(tx, root.person_id)
    // Held, because other roots of the same person may grow beside this one, and count as well.
    const owner = known?.space_quota == null ? undefined : await findPersonForUpdate(tx, known.id)
    if (owner?.space_quota != null) {
      const holding = await holdingOf(tx, owner)
      if (used(holding) > owner.space_quota) fail('policy_error', PERSON_FULL)
      if (growth.stored_size > 0) await alertOwner(ctx, tx, owner, holding.stored_size, owner.space_quota, at)
    }
  }
  const holding = await addGrowth(tx, root.organization_id, growth)
  if (grows && used(holding) > parsePolicy(holding.policy).space_quota)
    fail('policy_error', ORGANIZATION_FULL)
}

/** Writes to the owner when a share of the space is reached that it wants to hear of: once, until it was less. */
async function alertOwner(
  ctx: Ctx,
  tx: Tx,
  owner: PersonRow,
  used: number,
  quota: number,
  at: Instant,
): Promise<void> {
  const wanted: number[] = JSON.parse(owner.quota_alerts)
  const reached = Math.max(0, ...wanted.filter((percent) => used * 100 >= quota * percent))
  if (reached === owner.quota_alerted) return
  await updatePersonRow(tx, owner.id, { quota_alerted: reached })
  if (reached < owner.quota_alerted) return
  const data = { name: displayName(owner), percent: reached, used, quota }
  const { email: to, organization_id: organizationId } = owner
  await sendMail(ctx, tx, { organizationId, to, kind: 'quota_reached', data }, at)
  await recordActivity(tx, THE_SERVICE, 'quota_reached', { person: owner, about: `${reached} %` }, at)
}
