import type { SortKey } from '@holdfast/api/files'
import type { RootId } from '@holdfast/api/ids'
import { authorizeContainer } from '../../access/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { pageHead, readPage } from '../../platform/db/page.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import { visibleContainer } from '../basics/visible-part.ts'
import { listedBy, listedIn, shownBelow } from './get-container.ts'
import { itemWriter } from './item-text.ts'
import { type ChildRow, type Container, countFolders, type Listed, listStretch } from './queries.ts'

export interface ChildrenOptions {
  include_deleted: boolean
  include_lock_info: boolean
  include_permissions: boolean
  sort_by: SortKey
  sort_order: 'asc' | 'desc'
  /** All folders by name, then the files in the order that is asked for. */
  folders_first?: boolean
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
  const all: Part = { ...listed, sortBy: options.sort_by, order: options.sort_order, count: total }
  const parts = options.folders_first && !listed.foldersOnly ? await foldersFirst(db, place, all) : [all]
  const rows: ChildRow[] = []
  let offset = (page - 1) * page_size
  for (const part of parts) {
    const left = page_size - rows.length
    if (left > 0 && offset < part.count) rows.push(...(await readPart(db, place, part, offset, left)))
    offset = Math.max(0, offset - part.count)
  }
  const write = itemWriter(listedIn(container), shownBelow(container, options, ctx.now()))
  return { head, field: 'results', items: write(rows) }
}

/** Some of a folder's items, in an order of their own. */
interface Part extends Listed {
  sortBy: SortKey
  order: 'asc' | 'desc'
  count: number
}

/** Folders have neither a size nor a date, so that they are always listed by name. */
async function foldersFirst(db: Db, place: Container, all: Part): Promise<Part[]> {
  const count = await countFolders(db, place, all.includeDeleted)
  const order = all.sortBy === 'name' ? all.order : 'asc'
  return [
    { ...all, foldersOnly: true, sortBy: 'name', order, count },
    { ...all, filesOnly: true, count: all.count - count },
  ]
}

const OPPOSITE = { asc: 'desc', desc: 'asc' } as const

const readPart = (
  db: Db,
  place: Container,
  { count, ...part }: Part,
  offset: number,
  size: number,
): Promise<ChildRow[]> =>
  readPage(
    count,
    offset,
    ({ order, ...stretch }) =>
      listStretch(
        db,
        place,
        { ...part, order: order === 'asc' ? part.order : OPPOSITE[part.order] },
        stretch,
      ),
    size,
  )
