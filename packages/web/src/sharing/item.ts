import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Sharelink } from '@holdfast/api/links'

/** What is shared: a file or a folder, or all of a team share. */
export type Shareable =
  | { type: 'file' | 'folder'; root: RootId; id: EntryId; name: string; path: string }
  | { type: 'team'; root: RootId; name: string }
export type SharedItem = Extract<Shareable, { id: EntryId }>

export const itemOf = (link: Sharelink) => (link.type === 'file_sharelink' ? link.file : link.folder)

/** Undefined where it is gone, or not to be seen any more by who made the link. */
export function sharedBy(link: Sharelink): SharedItem | undefined {
  const { type, id, name, path, is_deleted } = itemOf(link)
  return name === '' || is_deleted ? undefined : { type, root: link.root_id, id, name, path }
}
