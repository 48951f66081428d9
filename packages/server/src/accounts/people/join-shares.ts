import type { RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { refuse } from '../../errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Actor } from '../../platform/principal.ts'
import { holdOrganization } from '../../records/organizations.ts'
import type { PersonRow } from '../../records/people.ts'
import { recordSubscribers } from '../../records/record-subscribers.ts'
import { findRoot } from '../../records/roots.ts'
import { addSubscription } from '../../records/shares.ts'

/** Subscribes an account to team shares of its organization, on all its machines; what it has already stays as it is. */
export async function joinShares(
  tx: Tx,
  who: Actor,
  person: PersonRow,
  shareIds: readonly RootId[],
  at: Instant,
): Promise<void> {
  if (shareIds.length === 0) return
  // A share must not be moved away between the look and the entry.
  await holdOrganization(tx, person.organization_id)
  for (const id of new Set(shareIds)) {
    const share = await findRoot(tx, id)
    const usable = share?.root_type === 'share' && share.deleted_at === null
    if (!usable || share.organization_id !== person.organization_id)
      return refuse('dept_shares', `there is no team share ${id} in this organization`)
    const role = 'COLLABORATOR'
    const row = { root_id: id, person_id: person.id, target: 'all', role, created_at: at } as const
    if (await addSubscription(tx, row))
      await recordSubscribers(
        tx,
        who,
        share,
        { subscribed: [`person ${person.id} on all as ${role}`], unsubscribed: [] },
        at,
      )
  }
}
