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
    description: 'The most pixels that it has in width and in height',
  }),
  rev: Type.Optional(
    IdOf<RevisionId>({
      description: 'The id of the revision; the newest, by default. With it the answer may be kept',
    }),
  ),
}

export const THUMBNAIL = {
  method: 'GET',
  ours: true,
  description:
    'WebP, upright and without what a camera wrote into it; never larger than the picture. Of JPEG, PNG, WebP, GIF (the first picture) and AVIF. `not_found` where there is none: of other files, of those over 50 MiB or 50 megapixels, of what cannot be read, and where the service makes none.',
  resultType: 'image/webp',
} as const

export const getThumbnail = operation({
  name: 'get_thumbnail',
  path: '/api/2/files/{root_id}/{file_id}/thumbnail',
  area: 'Files',
  summary: 'Get a small picture of a picture',
  ...THUMBNAIL,
  params: { ...onFile, ...thumbnailParams },
  errors: ['root_deleted'],
})
