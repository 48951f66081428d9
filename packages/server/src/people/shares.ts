import type { RootId } from '@holdfast/api/ids'
import type { Tx } from '../db/database.ts'
import { fail } from '../errors.ts'
import { findRoot } from '../roots/queries.ts'
import type { PersonRow } from './queries.ts'

/** Subscribes an account to team shares of its organization. */
export async function joinShares(tx: Tx, person: PersonRow, shareIds: readonly RootId[]): Promise<void> {
  for (const id of shareIds) {
    const share = await findRoot(tx, id)
    const usable = share?.root_type === 'share' && share.deleted_at === null
    if (!usable || share.organization_id !== person.organization_id)
      fail(
        'invalid_request',
        `Invalid value for parameter: dept_shares (${id} is no team share of the organization)`,
      )
  }
}
