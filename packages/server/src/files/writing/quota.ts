import { formatSize } from '@holdfast/api/sizes'
import type { Instant } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { addStoredSize, findOrganization } from '../../records/organizations.ts'
import {
  displayName,
  findPerson,
  findPersonForUpdate,
  type PersonRow,
  updatePersonRow,
} from '../../records/people.ts'
import { parsePolicy } from '../../records/policy.ts'
import { listRootsOfPerson, type RootRow } from '../../records/roots.ts'
import { sendMail } from '../../records/send-mail.ts'

const PERSON_FULL = 'The space of this account is used up (space_quota).'
const ORGANIZATION_FULL = 'The space of this organization is used up (space_quota).'

/** Throws `policy_error` where so many bytes more would go over a quota. What is stored already may need fewer. */
export async function checkRoom(db: Db, root: RootRow, bytes: number): Promise<void> {
  const owner = root.person_id === null ? undefined : await findPerson(db, root.person_id)
  if (owner?.space_quota != null && (await storedFor(db, owner)) + bytes > owner.space_quota)
    fail('policy_error', PERSON_FULL)
  const organization = await findOrganization(db, root.organization_id)
  if (organization && organization.stored_size + bytes > parsePolicy(organization.policy).space_quota)
    fail('policy_error', ORGANIZATION_FULL)
}

async function storedFor(db: Db, owner: PersonRow): Promise<number> {
  const roots = await listRootsOfPerson(db, owner.id)
  return roots.reduce((sum, { stored_size }) => sum + stored_size, 0)
}

/** Counts bytes newly stored for a root. Throws `policy_error` over the person's or the organization's quota. */
export async function chargeStorage(
  ctx: Ctx,
  tx: Tx,
  root: RootRow,
  bytes: number,
  at: Instant,
): Promise<void> {
  if (bytes === 0) return
  if (root.person_id !== null) {
    const known = await findPerson(tx, root.person_id)
    // Held, because other roots of the same person may grow beside this one, and count as well.
    const owner = known?.space_quota == null ? undefined : await findPersonForUpdate(tx, known.id)
    if (owner?.space_quota != null) {
      const used = await storedFor(tx, owner)
      if (used > owner.space_quota) fail('policy_error', PERSON_FULL)
      await alertOwner(ctx, tx, owner, used, owner.space_quota, at)
    }
  }
  const { stored_size, policy } = await addStoredSize(tx, root.organization_id, bytes)
  if (stored_size > parsePolicy(policy).space_quota) fail('policy_error', ORGANIZATION_FULL)
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
  const data = {
    name: displayName(owner),
    percent: reached,
    used: formatSize(used),
    quota: formatSize(quota),
  }
  const { email: to, organization_id: organizationId } = owner
  await sendMail(ctx, tx, { organizationId, to, kind: 'quota_reached', data }, at)
  await recordActivity(tx, THE_SERVICE, 'quota_reached', { person: owner, about: `${reached} %` }, at)
}
