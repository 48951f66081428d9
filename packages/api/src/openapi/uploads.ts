import type { ErrorCode } from '../errors.ts'
import { UPLOADS_PATH, UploadMetadata } from '../files/uploads.ts'
import type {
  DocumentedOperation,
  DocumentedParameter,
  DocumentedResponse,
  JsonSchema,
  Paths,
} from './document.ts'
import { failures } from './failures.ts'

const TEXT: JsonSchema = { type: 'string' }
const COUNT: JsonSchema = { type: 'integer', format: 'int64', minimum: 0 }
const BYTES = { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } }

const header = (
  name: string,
  description: string,
  { required = false, schema = TEXT }: { required?: boolean; schema?: JsonSchema } = {},
): DocumentedParameter => ({ name, in: 'header', required, description, schema })

const VERSION = header('Tus-Resumable', 'The version of the protocol', {
  required: true,
  schema: { type: 'string', const: '1.0.0' },
})
const KEY: DocumentedParameter = {
  name: 'upload_key',
  in: 'path',
  required: true,
  description: 'The last part of the `Location` of the created upload',
  schema: TEXT,
}
const CHECKSUM = header(
  'Upload-Checksum',
  'Checksum of the bytes of this request: `sha1`, `sha256`, `sha512` or `md5`, a space, and the digest in base64',
)
const METADATA = header(
  'Upload-Metadata',
  `Keys and base64 values, separated by commas: ${Object.keys(UploadMetadata.properties).join(', ')}. Required: root_id, and either folder_id with filename (a new file) or file_id (a new revision)`,
  { required: true },
)

const OFFSET = { description: 'Number of bytes received', schema: COUNT }
const EXPIRES = { description: 'When an unfinished upload is discarded', schema: TEXT }
const MADE = {
  'Holdfast-File-Id': { description: 'Once complete: the ID of the file', schema: COUNT },
  'Holdfast-Revision-Id': { description: 'Once complete: the ID of its revision', schema: COUNT },
}

/** Uploads by tus, whose statuses and headers are the protocol's and not those of our operations. */
export function uploadPaths(): Paths {
  const described = (
    operationId: string,
    summary: string,
    rest: Pick<DocumentedOperation, 'parameters' | 'requestBody' | 'security' | 'description'> & {
      success: [status: number, answer: DocumentedResponse]
      errors?: readonly ErrorCode[]
    },
  ): DocumentedOperation => {
    const { success, errors = [], parameters, ...more } = rest
    return {
      operationId,
      tags: ['Resumable uploads'],
      summary,
      ...more,
      parameters,
      responses: { [success[0]]: success[1], ...failures(errors) },
      'x-extension': true,
    }
  }
  return {
    [UPLOADS_PATH]: {
      post: described('create_upload', 'Create an upload', {
        description:
          'The response has the URL to send the bytes to. This request can already include some. The file is created when the last byte arrives.',
        parameters: [
          VERSION,
          header('Upload-Length', 'The size of the file in bytes', { schema: COUNT }),
          header('Upload-Defer-Length', '`1` instead of Upload-Length, if the size is not known yet'),
          METADATA,
          CHECKSUM,
        ],
        requestBody: { required: false, content: BYTES },
        success: [
          201,
          {
            description: 'The upload was created',
            headers: {
              Location: { description: 'The URL of the upload', schema: TEXT },
              'Upload-Offset': OFFSET,
              'Upload-Expires': EXPIRES,
              ...MADE,
            },
          },
        ],
        errors: ['tus_version_unsupported', 'upload_too_large', 'checksum_mismatch', ...MAKING],
      }),
      options: described('get_upload_options', 'Get what the server supports', {
        parameters: [],
        security: [{}, { bearer: [] }],
        success: [
          204,
          {
            description: 'See the headers',
            headers: {
              'Tus-Version': { description: 'The versions of the protocol', schema: TEXT },
              'Tus-Extension': { description: 'The extensions of the protocol', schema: TEXT },
              'Tus-Checksum-Algorithm': { description: 'The algorithms for Upload-Checksum', schema: TEXT },
              'Tus-Max-Size': { description: 'With a token: the largest file, in bytes', schema: COUNT },
            },
          },
        ],
      }),
    },
    [`${UPLOADS_PATH}/{upload_key}`]: {
      head: described('get_upload', 'Get the progress of an upload', {
        parameters: [KEY, VERSION],
        success: [
          200,
          {
            description: 'See the headers',
            headers: {
              'Upload-Offset': OFFSET,
              'Upload-Length': { description: 'The size of the file in bytes', schema: COUNT },
              'Upload-Metadata': { description: 'As sent by the client', schema: TEXT },
              'Upload-Expires': EXPIRES,
              ...MADE,
            },
          },
        ],
        errors: ['tus_version_unsupported'],
      }),
      patch: described('append_upload', 'Upload bytes', {
        description:
          'If the last byte arrives and the file is refused, for example because its name is already used, the upload stays. To try again, send an empty PATCH at its end.',
        parameters: [
          KEY,
          VERSION,
          header('Upload-Offset', 'Number of bytes that the server has', { required: true, schema: COUNT }),
          header('Upload-Length', 'The size of the file, if it was not known before', { schema: COUNT }),
          CHECKSUM,
        ],
        requestBody: { required: true, content: BYTES },
        success: [
          204,
          {
            description: 'The bytes were stored',
            headers: { 'Upload-Offset': OFFSET, 'Upload-Expires': EXPIRES, ...MADE },
          },
        ],
        errors: [
          'tus_version_unsupported',
          'upload_offset_mismatch',
          'upload_busy',
          'upload_too_large',
          'unsupported_media_type',
          'checksum_mismatch',
          ...MAKING,
        ],
      }),
      delete: described('delete_upload', 'Discard an unfinished upload', {
        parameters: [KEY, VERSION],
        success: [204, { description: 'The upload was discarded' }],
        errors: ['tus_version_unsupported', 'upload_busy'],
      }),
    },
  }
}

/** What may be wrong with the file that an upload is to become. */
const MAKING = [
  'invalid_name',
  'invalid_extension',
  'name_conflict',
  'ver_conflict',
  'policy_error',
  'resource_locked',
  'root_deleted',
] as const
