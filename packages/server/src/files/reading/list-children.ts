import type { SortKey } from '@holdfast/api/files'
import type { RootId } from '@holdfast/api/ids'
import { authorizeContainer } from '../../access/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { pageHead, readPage } from '../../platform/db/page.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import { visibleContainer } from '../basics/visible-part.ts'
import { listedBy, listedIn, shownBelow } from './get-container.ts'
import { itemWriter } from './item-text.ts'
import { countFolders, listStretch } from './queries.ts'

export interface ChildrenOptions {
  include_deleted: boolean
  include_lock_info: boolean
  include_permissions: boolean
  sort_by: SortKey
  sort_order: 'asc' | 'desc'
  page: number
  page_size: number
}

/**
 * One page of what lies directly in a folder, as JSON. The total is counted as changes happen, never by reading, but
 * for folders alone.
 */
export async function listChildren(
  ctx: Ctx,
  who: Principal,
  path: { rootId: RootId; folderId: ParentId },
  options: ChildrenOptions,
) {
  const db = ctx.db.read
  const container = visibleContainer(await authorizeContainer(db, who, path, 'FOLDER_VIEW'))
  const place = { rootId: path.rootId, parentId: container.parentId }
  const listed = listedBy(container, options)
  const { live_children, deleted_children } = container.folder?.entry ?? container.root
  const total = listed.foldersOnly
    ? await countFolders(db, place, listed.includeDeleted)
    : live_children + (listed.includeDeleted ? deleted_children : 0)
  const { page, page_size } = options
  const head = pageHead(page, page_size, total)
  const { sort_by: sortBy, sort_order } = options
  const rows = await readPage(
    total,
    (page - 1) * page_size,
    ({ order, ...stretch }) => {
      const sorted = { sortBy, order: order === 'asc' ? sort_order : OPPOSITE[sort_order], ...listed }
      return listStretch(db, place, sorted, stretch)
    },
    page_size,
  )
  const write = itemWriter(listedIn(container), shownBelow(container, options, ctx.now()))
  return { head, field: 'results', items: write(rows) }
}

const OPPOSITE = { asc: 'desc', desc: 'asc' } as const
