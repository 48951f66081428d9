import { type Static, Type } from 'typebox'
import { StatusOk } from '../envelopes.ts'
import { type EntryId, FolderRef, IdOf, type RevisionId } from '../ids.ts'
import { BytesField, NameField, operation } from '../operation.ts'
import { MAX_CHUNK } from './cutter.ts'
import { File, inRoot, onFile, RevisionFields, UPLOAD_ERRORS, UploadFields } from './files.ts'

/** For clients that cut files themselves, as `cutter.ts` does, and send only what a root does not hold yet. */
const AREA = 'Chunks'

export const MAX_CHUNKS_ASKED = 1000
/** About 70 GiB at the usual size of chunks. */
export const MAX_CHUNKS_OF_FILE = 65_536
export const MAX_CLIENT_OP = 64
const MIB = 1024 * 1024
/** Two devices of one person can each send two at once. */
export const MAX_BUNDLE_BYTES = 4 * MIB
export const MAX_BUNDLE_CHUNKS = 1000

const HEX = '^[0-9a-f]{64}$'
export const ChunkRef = Type.Object(
  {
    sha256: Type.String({ pattern: HEX, description: 'SHA-256 of the bytes, in lower-case hexadecimal' }),
    size: Type.Integer({ minimum: 1, maximum: MAX_CHUNK }),
  },
  { title: 'Chunk' },
)
export type ChunkRef = Static<typeof ChunkRef>

const onChunk = { ...inRoot, sha256: Type.String({ description: 'SHA-256 of the bytes, in hexadecimal' }) }

export const findMissingChunks = operation({
  name: 'find_missing_chunks',
  method: 'POST',
  path: '/api/2/files/{root_id}/chunks/missing',
  area: AREA,
  ours: true,
  summary: 'Find out which chunks are missing in a root',
  description: 'Chunks that the root has are kept for at least three more days.',
  params: { ...inRoot, chunks: Type.Array(ChunkRef, { minItems: 1, maxItems: MAX_CHUNKS_ASKED }) },
  result: Type.Object({ missing: Type.Array(Type.String()) }),
  errors: ['invalid_request', 'root_deleted'],
})

export const putChunk = operation({
  name: 'put_chunk',
  method: 'PUT',
  path: '/api/2/files/{root_id}/chunks/{sha256}',
  area: AREA,
  ours: true,
  summary: 'Upload a chunk',
  description: 'The chunk is kept for three days, or permanently once a file uses it.',
  params: { ...onChunk, bytes: BytesField() },
  rawBody: 'bytes',
  result: StatusOk,
  errors: ['invalid_request', 'policy_error', 'root_deleted', 'temporarily_unavailable'],
})

export const putChunks = operation({
  name: 'put_chunks',
  method: 'POST',
  path: '/api/2/files/{root_id}/chunks/bundle',
  area: AREA,
  ours: true,
  summary: 'Upload several chunks at once',
  description:
    'Up to 1,000 chunks and 4 MiB in total. The body is the length of a JSON text as four bytes (big-endian), the text, and the bytes of the chunks. The text is a list with the `sha256` and `size` of each chunk, in the order of the bytes. Chunks that match their hash are stored as by `put_chunk`.',
  params: { ...inRoot, body: BytesField() },
  rawBody: 'body',
  result: Type.Object({
    refused: Type.Array(Type.String(), {
      description: 'The hashes of chunks that were not stored because their bytes do not match',
    }),
  }),
  errors: ['invalid_request', 'policy_error', 'root_deleted', 'temporarily_unavailable'],
})

export const getChunk = operation({
  name: 'get_chunk',
  method: 'GET',
  path: '/api/2/files/{root_id}/chunks/{sha256}',
  area: AREA,
  ours: true,
  summary: 'Download a chunk',
  description: 'The chunk must belong to a revision of a file in this root.',
  params: onChunk,
  errors: ['root_deleted', 'range_not_satisfiable'],
})

export const listRevisionChunks = operation({
  name: 'list_revision_chunks',
  method: 'GET',
  path: '/api/2/files/{root_id}/{file_id}/revisions/{revision_id}/chunks',
  area: AREA,
  ours: true,
  summary: 'List the chunks of a revision',
  params: {
    ...onFile,
    revision_id: IdOf<RevisionId>(),
    from: Type.Integer({
      minimum: 0,
      default: 0,
      description: 'Where in the file to start: `next` of the previous response',
    }),
    limit: Type.Integer({ minimum: 1, maximum: 10_000, default: 1000 }),
  },
  result: Type.Object({
    size: Type.Integer({ description: 'The size of the whole revision' }),
    content: Type.String({ description: 'Identifies the content: a hash of the hashes of its chunks' }),
    chunks: Type.Array(ChunkRef),
    next: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Where the next chunks begin; null at the end',
    }),
  }),
  errors: ['root_deleted'],
})

export const commitChunks = operation({
  name: 'commit_chunks',
  method: 'POST',
  path: '/api/2/files/{root_id}/commit',
  area: AREA,
  ours: true,
  summary: 'Create a file from chunks',
  description:
    'The root must have the chunks. Send `folder_id` and `name` for a new file, or `file_id` for a new revision.',
  params: {
    ...inRoot,
    folder_id: Type.Optional(FolderRef({ description: 'The folder for the new file; 0 is the top level' })),
    name: Type.Optional(NameField()),
    ...UploadFields.properties,
    file_id: Type.Optional(IdOf<EntryId>({ description: 'The file that gets a new revision' })),
    if_ver: RevisionFields.properties.if_ver,
    chunks: Type.Array(ChunkRef, { maxItems: MAX_CHUNKS_OF_FILE }),
    size: Type.Integer({ minimum: 0, description: 'The total size of all chunks' }),
    client_op: Type.Optional(
      Type.String({
        maxLength: MAX_CLIENT_OP,
        description:
          'A name of your choice for this change. Sending the same change again with the same name has no effect, so you can safely retry',
      }),
    ),
  },
  // A chunk takes about 90 bytes of JSON.
  maxBytes: 8 * MIB,
  result: File,
  errors: [...UPLOAD_ERRORS.filter((code) => code !== 'no_file_received'), 'ver_conflict', 'missing_chunks'],
})
