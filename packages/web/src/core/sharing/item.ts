import type { EntryId, RootId, SharelinkId } from '@holdfast/api/ids'
import type { Sharelink } from '@holdfast/api/sharing/links'

/** What is shared: a file or a folder, or all of a team share; or a folder that others are asked to send files to. */
export type Shareable =
  | SharedItem
  | { type: 'team'; root: RootId; name: string }
  /** By this link of it, or by one that is to be made. */
  | { type: 'request'; item: SharedItem; link: SharelinkId | undefined }
export interface SharedItem {
  type: 'file' | 'folder'
  root: RootId
  id: EntryId
  name: string
  path: string
}

export const itemOf = (link: Sharelink) => (link.type === 'file_sharelink' ? link.file : link.folder)

/** The page of a link is on this server: which name of it the link has is for those outside. */
export const pageOf = (url: string): string => new URL(url, 'https://any').pathname

/** The same page as others see it, for those who look after the link. */
export const visitorsPageOf = (url: string): string => `${pageOf(url)}?preview=visitor`

/** Where someone opens what is shared with them. */
export const receivedPage = ({ subscribers, url }: Sharelink): string => pageOf(subscribers[0]?.url ?? url)

/** Undefined where it is gone, or not to be seen any more by who made the link. */
export function sharedBy(link: Sharelink): SharedItem | undefined {
  const { type, id, name, path, is_deleted } = itemOf(link)
  return name === '' || is_deleted ? undefined : { type, root: link.root_id, id, name, path }
}
