import type { RootId } from '@holdfast/api/ids'
import { authorizeContainer } from '../../access/authorize.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { pageHead } from '../../platform/db/page.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import { type ChildrenOptions, checkPageSize } from '../reading/list-children.ts'
import { waysThen } from './paths.ts'
import { resolvePoint } from './point.ts'
import { countChildrenThen, listChildrenThen as listRows } from './queries.ts'
import { itemViewThen } from './view.ts'

/** One page of what was directly in a folder at some point. Reads what was or is there, never the whole root. */
export async function listChildrenThen(
  ctx: Ctx,
  who: Principal,
  path: { rootId: RootId; folderId: ParentId },
  { page, page_size, ...options }: ChildrenOptions,
  asOf: string,
) {
  checkPageSize({ page_size, ...options })
  const db = ctx.db.read
  const { root, parentId, permissions } = await authorizeContainer(db, who, path, 'FILE_VIEW')
  const seq = await resolvePoint(db, root, asOf, { parameter: 'as_of', now: ctx.now() })
  const way = (await waysThen(db, root.id, [{ parentId, seq }]))({ parentId, seq })
  if (parentId !== 0 && way.folders.length === 0) fail('not_found', 'The folder did not exist at that time.')
  // As with present ones: items of a deleted folder are all shown, being deleted with it.
  const slice = { seq, includeDeleted: options.include_deleted || way.deleted }
  const total = await countChildrenThen(db, root.id, parentId, slice)
  const head = pageHead(page, page_size, total)
  const rows = await listRows(db, root.id, parentId, {
    ...slice,
    sortBy: options.sort_by,
    sortOrder: options.sort_order,
    foldersFirst: options.folders_first ?? false,
    limit: page_size,
    offset: (page - 1) * page_size,
  })
  if (options.ids_only)
    return { ...head, results: [], ids: rows.map(({ kind, id }) => ({ type: kind, id })), as_of_seq: seq }
  const shown = options.include_permissions ? permissions : undefined
  const results = rows.map((row) => itemViewThen(row, way, shown))
  return { ...head, results, as_of_seq: seq }
}
