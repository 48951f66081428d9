import { fail } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { getPolicy } from '../records/policy.ts'
import type { RootRow } from '../records/roots.ts'

/** Whether files are shown in browsers: the organization that has them decides, no matter who looks. */
export const showsPreviews = async (db: Db, root: Pick<RootRow, 'organization_id'>): Promise<boolean> =>
  (await getPolicy(db, root.organization_id)).web_preview_enabled

export async function checkPreviews(db: Db, root: Pick<RootRow, 'organization_id'>): Promise<void> {
  if (!(await showsPreviews(db, root)))
    fail('forbidden', undefined, {
      error_reason:
        'The policy of the organization does not allow previews of its files (web_preview_enabled).',
    })
}
