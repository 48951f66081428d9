import type { OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { authorizeOrganization } from '../../access/administration.ts'
import { fail } from '../../errors.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import type { ActivityKind } from '../../records/activity/types.ts'
import { moveLinks } from '../../records/links.ts'
import { addCounts, addGrowth, holdOrganization } from '../../records/organizations.ts'
import { parsePolicy } from '../../records/policy.ts'
import type { RootRow } from '../../records/roots.ts'
import { changePersonSubscriptions, leaveBehind, updateShareRow } from '../../records/shares.ts'

export interface ShareRecord {
  kind: ActivityKind
  root: RootRow
  about?: string
}

/**
 * Anyone who may take things over in both organizations, and look at what is in the share: elsewhere another policy would
 * let them. Gives the names of the two.
 */
export async function checkMove(
  db: Db,
  who: PersonPrincipal,
  share: RootRow,
  to: OrganizationId,
): Promise<{ from: string; to: string }> {
  const { name: from } = await authorizeOrganization(db, who, share.organization_id, 'take_over')
  await authorizeOrganization(db, who, share.organization_id, 'browse_files')
  return { from, to: (await authorizeOrganization(db, who, to, 'take_over')).name }
}

/**
 * Makes a share another organization's, with all that it stores. Those who took part as members of the old one no
 * longer do; persons of the new one who did so from outside do from within. The caller holds the share, and
 * writes the records.
 */
export async function moveShare(
  tx: Tx,
  who: PersonPrincipal,
  share: RootRow,
  to: OrganizationId,
  at: Instant,
): Promise<{ share: RootRow; records: ShareRecord[] }> {
  const from = share.organization_id
  // Links before organizations, as wherever both are held.
  await moveLinks(tx, share.id, to)
  for (const id of [from, to].sort((a, b) => a - b)) await holdOrganization(tx, id)
  // Again: one of them may just have been deleted.
  const names = await checkMove(tx, who, share, to)
  const moved = await updateShareRow(tx, share.id, { organization_id: to })
  const atHome = (await leaveBehind(tx, share.id, to)).filter(({ status }) => status === 'accepted')
  await changePersonSubscriptions(tx, share.id, {
    removed: [],
    put: atHome.map(({ root_id, person_id, role }) => ({
      root_id,
      person_id,
      target: 'web',
      role,
      created_at: at,
    })),
  })
  await addCounts(tx, from, { roots: -1, shares: -1 })
  await addCounts(tx, to, { roots: 1, shares: 1 })
  const { stored_size, pending_size } = share
  await addGrowth(tx, from, { stored_size: -stored_size, pending_size: -pending_size })
  const holding = await addGrowth(tx, to, { stored_size, pending_size })
  if (holding.stored_size + holding.pending_size > parsePolicy(holding.policy).space_quota)
    fail('policy_error', 'The organization does not have enough space for this team share (space_quota).')
  const records: ShareRecord[] = [
    { kind: 'share_moved', root: share, about: `to ${names.to}` },
    { kind: 'share_moved', root: moved, about: `from ${names.from}` },
  ]
  return { share: moved, records }
}
