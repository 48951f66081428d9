import type { ThumbnailSize } from '@holdfast/api/files/thumbnails'
import type { EntryId, RevisionId } from '@holdfast/api/ids'
import type { EntryKind } from '../../../platform/db/tables/files.ts'

/** Where the pages of a link are, each with a slash at its end: what is done there has the rest of the address. */
export interface LinkAddresses {
  /** The page that the link leads to. Each time it is opened counts as a view. */
  top: string
  /** The same page for those who have seen it. */
  topAgain: string
  file(id: EntryId): string
  folder(id: EntryId): string
  /** A small picture of a picture in the folder, as it is now. */
  thumbnail(file: { id: EntryId; revision_id: RevisionId }, size: ThumbnailSize): string
  /** What scripts send files to. */
  uploadTo(id: EntryId): string
}

export function addressesOf(kind: EntryKind, hash: string, shared: EntryId): LinkAddresses {
  const top = `/shares/${kind}/${hash}/`
  return {
    top,
    topAgain: kind === 'folder' ? `${top}?page=1` : top,
    file: (id) => (kind === 'file' ? top : `${top}file/${id}/`),
    folder: (id) => (id === shared ? top : `${top}${id}/`),
    thumbnail: ({ id, revision_id }, size) =>
      `/api/2/sharelinks/${hash}/files/${id}/thumbnail?size=${size}&rev=${revision_id}`,
    uploadTo: (id) => `/api/2/sharelinks/${hash}/files/folder/${id}/upload`,
  }
}
