import type { SortKey } from '@holdfast/api/files/files'
import type { ContainerAccess } from '../../access/authorize.ts'
import type { Db } from '../../platform/db/database.ts'
import { listedBy } from './get-container.ts'
import { type Container, countFolders, type Listed } from './queries.ts'

/** What decides which items of a folder are listed, and in what order. */
export interface InOrder {
  include_deleted: boolean
  sort_by: SortKey
  sort_order: 'asc' | 'desc'
  /** All folders by name, then the files in the order that is asked for. */
  folders_first?: boolean
}

/** Some of a folder's items, in an order of their own. */
export interface Part extends Listed {
  sortBy: SortKey
  order: 'asc' | 'desc'
  count: number
}

/**
 * The items of a folder as they are listed: one part behind the other. The total is counted as changes happen, never by
 * reading, but for folders alone.
 */
export async function itemsInOrder(
  db: Db,
  container: ContainerAccess,
  options: InOrder,
): Promise<{ place: Container; total: number; parts: Part[] }> {
  const place = { rootId: container.root.id, parentId: container.parentId }
  const listed = listedBy(container, options)
  const { live_children, deleted_children } = container.folder?.entry ?? container.root
  const total = listed.foldersOnly
    ? await countFolders(db, place, listed.includeDeleted)
    : live_children + (listed.includeDeleted ? deleted_children : 0)
  const all: Part = { ...listed, sortBy: options.sort_by, order: options.sort_order, count: total }
  const parts = options.folders_first && !listed.foldersOnly ? await foldersFirst(db, place, all) : [all]
  return { place, total, parts }
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
