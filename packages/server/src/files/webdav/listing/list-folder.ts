import type { RootId } from '@holdfast/api/ids'
import { fail } from '../../../errors.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import { findRoot } from '../../../records/roots.ts'
import { type ListedRow, listChangedSince, listStretch } from './queries.ts'

const AT_ONCE = 1000
/** So many changes during one listing are looked at; more, and it is begun again by who asked. */
const MOST_CHANGES = 10_000

/**
 * All live items of a folder, a stretch at a time. A program deletes its copy of what a listing lacks, so none may be missing
 * that was there all the time: what was renamed meanwhile from behind the place that was come to, to before it, comes at the
 * end.
 */
export async function* listFolder(
  db: Db,
  rootId: RootId,
  folderId: ParentId,
): AsyncGenerator<readonly ListedRow[]> {
  const begun = (await findRoot(db, rootId))?.seq
  let stretches = 0
  for (let after = ''; ; ) {
    const rows = await listStretch(db, { rootId, folderId, after, limit: AT_ONCE })
    stretches++
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) break
    after = last.name_key
  }
  // One stretch is as of one moment.
  if (stretches === 1) return
  const root = await findRoot(db, rootId)
  if (begun === undefined || !root || root.deleted_at !== null) return fail('root_deleted')
  if (root.seq === begun) return
  if (root.seq - begun > MOST_CHANGES) fail('temporarily_unavailable', 'The folder kept changing.')
  const changed = await listChangedSince(db, { rootId, folderId, seq: begun, limit: MOST_CHANGES })
  if (changed.length > 0) yield changed
}
