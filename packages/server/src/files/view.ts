import type { File, Folder, Item, Permission, Root } from '@holdfast/api/files'
import type { EntryId, RevisionId } from '@holdfast/api/ids'
import { formatSize } from '@holdfast/api/sizes'
import { formatUtc } from '@holdfast/api/time'
import type { EntryAccess, RootAccess } from '../access/authorize.ts'
import type { Ancestor, EntryRow, RootRow } from './queries.ts'

/** Which optional fields a caller asked for. */
export interface Shown {
  locks: boolean
  permissions: ReadonlySet<Permission> | undefined
}

const BARE: Shown = { locks: true, permissions: undefined }

// Key order is part of what makes these cheap: optional fields come last.
const optional = ({ locks, permissions }: Shown) => ({
  ...(locks && { locks: [] }),
  ...(permissions && { permissions: [...permissions] }),
})

export function rootView(root: RootRow, shown: Shown = BARE): Root {
  return {
    type: 'root',
    id: root.id,
    name: root.name,
    path: '/',
    is_locked: false,
    root_type: root.root_type,
    space_used: root.live_size,
    space_used_formatted: formatSize(root.live_size),
    revision_space_used: root.stored_size,
    revision_space_formatted: formatSize(root.stored_size),
    ...optional(shown),
  }
}

/** `folderPath` is the path of what the item lies in, without a closing slash. */
export const itemView = (entry: EntryRow, folderPath: string, deleted: boolean, shown: Shown = BARE): Item =>
  entry.kind === 'file'
    ? fileView(entry, folderPath, deleted, shown)
    : folderView(entry, folderPath, deleted, shown)

export function fileView(entry: EntryRow, folderPath: string, deleted: boolean, shown: Shown = BARE): File {
  return {
    type: 'file',
    id: entry.id,
    revision_id: entry.revision_id as RevisionId,
    root_id: entry.root_id,
    name: entry.name,
    path: `${folderPath}/${entry.name}`,
    is_deleted: deleted,
    created: formatUtc(entry.created_at),
    modified: formatUtc(entry.modified_at),
    size: entry.size,
    size_formatted: formatSize(entry.size),
    is_locked: false,
    ...optional(shown),
  }
}

export function folderView(
  entry: Pick<EntryRow, 'id' | 'root_id' | 'name'>,
  folderPath: string,
  deleted: boolean,
  shown: Shown = BARE,
): Folder {
  return {
    type: 'folder',
    id: entry.id,
    root_id: entry.root_id,
    name: entry.name,
    path: `${folderPath}/${entry.name}`,
    is_deleted: deleted,
    is_locked: false,
    ...optional(shown),
  }
}

/** The path of the folder that the last ancestor is; empty at the top level. */
export const pathOf = (ancestors: readonly Ancestor[]): string =>
  ancestors.map(({ name }) => `/${name}`).join('')

/** The root and the folders above an item, outermost first. */
export function ancestorViews({ root, ancestors }: Pick<EntryAccess, keyof RootAccess | 'ancestors'>) {
  let path = ''
  let deleted = false
  const folders = ancestors.map((folder) => {
    deleted ||= folder.deleted_at !== null
    const view = folderView({ id: folder.id as EntryId, root_id: root.id, name: folder.name }, path, deleted)
    path = view.path
    return view
  })
  return [rootView(root), ...folders]
}
