import { type Static, Type } from 'typebox'
import { type EntryId, IdOf, type RevisionId } from '../ids.ts'
import { operation } from '../operation.ts'
import { inRoot } from './files.ts'

export const MAX_CONTENTS_ASKED = 1000
export const MAX_CONTENTS_BYTES = 8 * 1024 * 1024
/** A larger file is worth a request of its own. */
export const MAX_SMALL_CONTENT = 64 * 1024

const ContentAsked = Type.Object({
  id: IdOf<EntryId>({ description: 'The ID of the file' }),
  revision: IdOf<RevisionId>({ description: 'The ID of the revision' }),
})
export type ContentAsked = Static<typeof ContentAsked>

/** How many bytes of an answer are a file's, or why it has none there. */
const ContentGiven = Type.Union([
  Type.Object({ ...ContentAsked.properties, size: Type.Integer({ minimum: 0, maximum: MAX_SMALL_CONTENT }) }),
  Type.Object({
    ...ContentAsked.properties,
    error: Type.String(),
    error_description: Type.String(),
    error_reason: Type.Optional(Type.String()),
  }),
])
export type ContentGiven = Static<typeof ContentGiven>
/** What an answer begins with. */
export const ContentsGiven = Type.Array(ContentGiven, { maxItems: MAX_CONTENTS_ASKED })

export const getContents = operation({
  name: 'get_contents',
  method: 'POST',
  path: '/api/2/files/{root_id}/contents',
  area: 'Sync',
  ours: true,
  summary: 'Download many small files at once',
  description:
    'Up to 1,000 files of up to 64 KiB each, and 8 MiB in total. The response is the length of a JSON text as four bytes (big-endian), the text, and the bytes of the files. The text is a list in the order of `files`: `id` and `revision` with `size`, or with `error`, `error_description` and `error_reason` for a file that is left out. Each file counts as one download.',
  params: {
    ...inRoot,
    files: Type.Array(ContentAsked, {
      minItems: 1,
      maxItems: MAX_CONTENTS_ASKED,
      description: 'The files, each with its revision',
    }),
  },
  errors: ['invalid_request', 'root_deleted', 'temporarily_unavailable'],
})
