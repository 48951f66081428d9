import { Type } from 'typebox'
import { IdOf, type RevisionId } from '../ids.ts'
import { operation } from '../operation.ts'
import { onFile } from './files.ts'

/** The longest edges that thumbnails come with, in pixels. */
export const THUMBNAIL_SIZES = [96, 256, 1024] as const
export type ThumbnailSize = (typeof THUMBNAIL_SIZES)[number]

/** Which one is wanted of a file. */
export const thumbnailParams = {
  size: Type.Unsafe<ThumbnailSize>({
    type: 'integer',
    enum: [...THUMBNAIL_SIZES],
    default: 256,
    description: 'The maximum width and height in pixels',
  }),
  rev: Type.Optional(
    IdOf<RevisionId>({
      description: 'The ID of the revision; the newest by default. With it, the response can be cached',
    }),
  ),
}

export const THUMBNAIL = {
  method: 'GET',
  ours: true,
  description:
    'A WebP image, rotated upright and without camera metadata, never larger than the picture. Supports JPEG, PNG, WebP, GIF (the first frame) and AVIF. Returns `not_found` for other files, files over 50 MiB or 50 megapixels, unreadable files, and if thumbnails are turned off.',
  resultType: 'image/webp',
} as const

export const getThumbnail = operation({
  name: 'get_thumbnail',
  path: '/api/2/files/{root_id}/{file_id}/thumbnail',
  area: 'Files',
  summary: 'Get a thumbnail of a picture',
  ...THUMBNAIL,
  params: { ...onFile, ...thumbnailParams },
  errors: ['root_deleted'],
})
