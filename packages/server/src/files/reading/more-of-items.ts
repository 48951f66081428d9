import type { ChildItem } from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import { formatDate, formatUtc, type Instant } from '@holdfast/api/time'
import type { ContainerAccess } from '../../access/authorize.ts'
import { seesLinks } from '../../access/permissions.ts'
import type { Db } from '../../platform/db/database.ts'
import { displayName } from '../../records/people.ts'
import { itemView, type Shown } from '../basics/view.ts'
import type { ListedIn } from './item-text.ts'
import { type ChildRow, listMore, type MoreRow } from './queries.ts'

type More = Partial<Pick<ChildItem, 'has_links' | 'changed_by' | 'changed_by_name'>> & {
  modified?: string
  items?: number
  size?: number
}

/** What is shown of listed items on request: by one statement, of those on the page alone. */
export async function moreOf(
  db: Db,
  { root, permissions }: ContainerAccess,
  rows: readonly ChildRow[],
  at: Instant,
): Promise<ReadonlyMap<EntryId, More>> {
  // Anyone who sees folders alone is not to learn from them what files there are.
  if (!permissions.has('FILE_VIEW')) return new Map()
  const found = await listMore(
    db,
    root.id,
    rows.map(({ id }) => id),
    formatDate(at),
  )
  const links = seesLinks(permissions)
  return new Map(found.map((row) => [row.id, moreView(row, links)]))
}

const moreView = (row: MoreRow, links: boolean): More => ({
  ...(row.kind === 'folder' && {
    modified: formatUtc(Math.max(row.modified_at, row.newest_at ?? 0)),
    items: row.live_children,
    size: row.tree_size,
  }),
  ...(links && { has_links: row.has_links === 1 }),
  changed_by: row.person_id,
  changed_by_name: row.email === null ? null : displayName({ ...row, email: row.email }),
})

/** As the writer of items does, for pages that tell more. */
export const writeMore = (
  rows: readonly ChildRow[],
  more: ReadonlyMap<EntryId, More>,
  { path, deleted }: ListedIn,
  shown: Shown,
): Buffer =>
  Buffer.from(
    rows
      .map((row) => ({
        ...itemView(row, path, deleted || row.deleted_at !== null, shown),
        ...more.get(row.id),
      }))
      .map((item) => JSON.stringify(item))
      .join(','),
  )
