import type { File, Folder, Item, LockView, Permission, Root } from '@holdfast/api/files/files'
import type { PersonId, RevisionId } from '@holdfast/api/ids'
import { formatSize } from '@holdfast/api/sizes'
import { formatUtc, type Instant } from '@holdfast/api/time'
import type { EntryAccess } from '../../access/authorize.ts'
import type { Lock } from '../../platform/db/tables/files.ts'
import type { Ancestor, EntryRow } from '../../records/entries.ts'
import type { RootRow } from '../../records/roots.ts'
import { isHeld } from './check-unlocked.ts'

/** Which optional fields a caller asked for, and what all items of an answer have in common. */
export interface Shown {
  locks: boolean
  permissions: ReadonlySet<Permission> | undefined
  /** Which locks are still held is a question of when. */
  at: Instant
  /** Locks on what the item is in. */
  above: readonly LockView[]
}

/** What is shown unless a caller says otherwise. */
export const plain = (at: Instant, above: readonly LockView[] = []): Shown => ({
  locks: true,
  permissions: undefined,
  at,
  above,
})

type Lockable = Pick<RootRow, 'id' | keyof Lock> | Pick<EntryRow, 'id' | keyof Lock>

/** The locks that keep others from an item: on it or on what it is in. */
function locksOn(item: Lockable, type: LockView['locked_type'], { above, at }: Shown): readonly LockView[] {
  return isHeld(item, at) ? [...above, lockView(item, type)] : above
}

const lockView = (item: Lockable, type: LockView['locked_type']): LockView => ({
  type: 'lock',
  person_id: item.locked_by as PersonId,
  name: item.lock_holder ?? '',
  created: formatUtc(item.locked_at ?? 0),
  expires: item.lock_until === null ? null : formatUtc(item.lock_until),
  locked_type: type,
  locked_id: item.id,
})

/** The locks on all that an item is in, outermost first. */
export function locksAbove(root: RootRow, folders: readonly Ancestor[], at: Instant): LockView[] {
  const held = folders.filter((folder) => isHeld(folder, at)).map((folder) => lockView(folder, 'folder'))
  return isHeld(root, at) ? [lockView(root, 'root'), ...held] : held
}

// Key order is part of what makes these cheap: optional fields come last.
const optional = (locks: readonly LockView[], shown: Shown) => ({
  ...(shown.locks && { locks: locks as LockView[] }),
  ...(shown.permissions && { permissions: [...shown.permissions] }),
})

export function rootView(root: RootRow, shown: Shown): Root {
  const locks = locksOn(root, 'root', shown)
  return {
    type: 'root',
    id: root.id,
    name: root.name,
    path: '/',
    is_locked: locks.length > 0,
    root_type: root.root_type,
    space_used: root.live_size,
    space_used_formatted: formatSize(root.live_size),
    revision_space_used: root.stored_size,
    revision_space_formatted: formatSize(root.stored_size),
    ...optional(locks, shown),
  }
}

type Viewed = Pick<
  EntryRow,
  'id' | 'root_id' | 'kind' | 'name' | 'revision_id' | 'size' | 'created_at' | 'modified_at' | keyof Lock
> &
  Partial<Pick<EntryRow, 'ver'>>

/** `folderPath` is the path of what the item is in, without a closing slash. */
export const itemView = (entry: Viewed, folderPath: string, deleted: boolean, shown: Shown): Item =>
  entry.kind === 'file'
    ? fileView(entry, folderPath, deleted, shown)
    : folderView(entry, folderPath, deleted, shown)

export function fileView(entry: Viewed, folderPath: string, deleted: boolean, shown: Shown): File {
  const locks = locksOn(entry, 'file', shown)
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
    ...(entry.ver !== undefined && { ver: entry.ver }),
    is_locked: locks.length > 0,
    ...optional(locks, shown),
  }
}

export function folderView(
  entry: Pick<EntryRow, 'id' | 'root_id' | 'name' | keyof Lock> & Partial<Pick<EntryRow, 'ver'>>,
  folderPath: string,
  deleted: boolean,
  shown: Shown,
): Folder {
  const locks = locksOn(entry, 'folder', shown)
  return {
    type: 'folder',
    id: entry.id,
    root_id: entry.root_id,
    name: entry.name,
    path: `${folderPath}/${entry.name}`,
    is_deleted: deleted,
    ...(entry.ver !== undefined && { ver: entry.ver }),
    is_locked: locks.length > 0,
    ...optional(locks, shown),
  }
}

/** The path of the folder that the last ancestor is; empty at the top level. */
export const pathOf = (ancestors: readonly Pick<Ancestor, 'name'>[]): string =>
  ancestors.map(({ name }) => `/${name}`).join('')

/** The root and the folders above an item, outermost first; through a link, those that it shares. */
export function ancestorViews(
  {
    root,
    ancestors,
    hidden,
  }: Pick<EntryAccess, 'root' | 'hidden'> & {
    ancestors: readonly (Omit<Ancestor, 'deletion_at' | 'ver'> & Partial<Pick<Ancestor, 'ver'>>)[]
  },
  at: Instant,
) {
  let path = ''
  let deleted = false
  let above = locksAbove(root, [], at)
  const folders = ancestors.map((folder) => {
    deleted ||= folder.deleted_at !== null
    const view = folderView({ ...folder, root_id: root.id }, path, deleted, plain(at, above))
    path = view.path
    above = view.locks ?? []
    return view
  })
  return hidden === undefined ? [rootView(root, plain(at)), ...folders] : folders
}
