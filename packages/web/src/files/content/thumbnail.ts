import { mayHaveThumbnail } from '@holdfast/api/files/file-kinds'
import { getThumbnail, type ThumbnailSize } from '@holdfast/api/files/thumbnails'
import { addressOf } from '../../data/service/api.ts'
import { makesThumbnails } from '../../data/service/session.ts'
import type { ContentAt } from './read.ts'

/** Where a small picture of it is, if the service may have one. */
export const thumbnailAddress = (
  { root, file, revision }: ContentAt,
  of: { name: string; size: number },
  size: ThumbnailSize,
): string | undefined =>
  makesThumbnails() && mayHaveThumbnail(of)
    ? addressOf(getThumbnail, { root_id: root, file_id: file, size, rev: revision })
    : undefined
