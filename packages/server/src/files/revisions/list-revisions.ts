import type { EntryId } from '@holdfast/api/ids'
import { authorizeEntry, type EntryAccess } from '../../access/authorize.ts'
import type { EntryAddress } from '../../access/read-entry.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { pageHead } from '../../platform/db/page.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import { findActorNames } from '../../records/actor-names.ts'
import { nameKey } from '../../records/names.ts'
import { countRevisions, listNamed, listRevisions as listRows } from '../../records/revisions.ts'
import { revisionView } from './view.ts'

/** The revisions of a file, newest first; with `include_related` also those of others that were at its path. */
export async function listRevisions(
  ctx: Ctx,
  who: Principal,
  path: EntryAddress,
  {
    include_related,
    include_names,
    page,
    page_size,
  }: { include_related: boolean; include_names?: boolean; page: number; page_size: number },
) {
  const db = ctx.db.read
  const file = await authorizeEntry(db, who, path, 'FILE_VIEW')
  const files = include_related ? await listAtPath(db, file) : [file.entry.id]
  const total = await countRevisions(db, path.rootId, files)
  const head = pageHead(page, page_size, total)
  const rows = await listRows(db, path.rootId, files, { limit: page_size, offset: (page - 1) * page_size })
  const namesOf = include_names ? await findActorNames(db, rows) : undefined
  const results = rows.map((row) => {
    const { person_id, machine_id } = row
    return { ...revisionView(path.rootId, row), ...(namesOf && { person_id, machine_id, ...namesOf(row) }) }
  })
  return { ...head, results }
}

/** All files with the path of this one. Folders of the way may have been deleted and made again as well. */
async function listAtPath(db: Db, { root, entry, ancestors }: EntryAccess): Promise<EntryId[]> {
  let parents: ParentId[] = [0]
  for (const folder of ancestors)
    parents = await listNamed(db, root.id, parents, { kind: 'folder', nameKey: nameKey(folder.name) })
  return listNamed(db, root.id, parents, { kind: 'file', nameKey: entry.name_key })
}
