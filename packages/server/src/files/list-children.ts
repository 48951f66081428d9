import { maxPage } from '@holdfast/api/envelopes'
import type { SortKey } from '@holdfast/api/files'
import type { RootId } from '@holdfast/api/ids'
import { authorizeContainer } from '../access/authorize.ts'
import type { Principal } from '../access/principal.ts'
import type { Ctx } from '../context.ts'
import type { ParentId } from '../db/schema.ts'
import { fail } from '../errors.ts'
import { childViews, shownBelow, showsDeleted } from './get-container.ts'
import { listChildren as listChildRows } from './queries.ts'

export interface ChildrenOptions {
  include_deleted: boolean
  include_lock_info: boolean
  include_permissions: boolean
  sort_by: SortKey
  sort_order: 'asc' | 'desc'
  page: number
  page_size: number
}

/** One page of what lies directly in a folder. The total is counted as changes happen, never by reading. */
export async function listChildren(
  ctx: Ctx,
  who: Principal,
  path: { rootId: RootId; folderId: ParentId },
  options: ChildrenOptions,
) {
  const db = ctx.db.read
  const container = await authorizeContainer(db, who, path, 'FILE_VIEW')
  const includeDeleted = showsDeleted(container, options)
  const { live_children, deleted_children } = container.folder?.entry ?? container.root
  const total = live_children + (includeDeleted ? deleted_children : 0)
  const { page, page_size } = options
  const max_page = maxPage(total, page_size)
  if (page > max_page) fail('invalid_request', 'Invalid value for parameter: page')
  const rows = await listChildRows(db, path.rootId, container.parentId, {
    sortBy: options.sort_by,
    sortOrder: options.sort_order,
    includeDeleted,
    limit: page_size,
    offset: (page - 1) * page_size,
  })
  return {
    page,
    page_size,
    max_page,
    total,
    results: childViews(container, rows, shownBelow(container, options, ctx.now())),
  }
}
