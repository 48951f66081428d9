import { type Static, Type } from 'typebox'
import { type EntryId, IdOf } from './ids.ts'

/** Every error code a client can meet, with its HTTP status. The first block is the specification's. */
export const ERRORS = {
  invalid_request: 400,
  insecure_transport: 400,
  invalid_date_format: 400,
  invalid_datetime_format: 400,
  invalid_name: 400,
  invalid_extension: 400,
  name_too_long: 400,
  no_file_received: 400,
  password_unchanged: 400,
  access_denied: 401,
  missing_totp: 401,
  invalid_totp: 401,
  password_reset_token_expired: 401,
  forbidden: 403,
  account_locked: 403,
  license_expired: 403,
  trial_expired: 403,
  not_found: 404,
  name_conflict: 409,
  policy_error: 409,
  resource_locked: 409,
  user_limit_exceeded: 409,
  root_deleted: 410,
  unknown: 500,
  temporarily_unavailable: 503,
  redirect_uri_mismatch: 400,

  // The specification gives the status but no code.
  method_not_allowed: 405,
  // Ours: a change that names the version it means, and comes too late.
  ver_conflict: 409,
  // Ours: a folder that was to be deleted while empty.
  not_empty: 409,
  // Ours: a file made of chunks that its root does not hold.
  missing_chunks: 409,
  // tus 1.0: the protocol's own conditions, under the statuses it gives them.
  upload_offset_mismatch: 409,
  upload_busy: 423,
  upload_too_large: 413,
  tus_version_unsupported: 412,
  unsupported_media_type: 415,
  checksum_mismatch: 460,
  // Range requests (RFC 9110); the specification is silent on them.
  range_not_satisfiable: 416,

  // Live changes, an extension: a cursor or position that leads nowhere any more.
  cursor_reset: 409,

  // RFC 6749, token endpoint.
  invalid_grant: 400,
  invalid_client: 401,
  unsupported_grant_type: 400,
  unauthorized_client: 400,
  invalid_scope: 400,
} as const

export type ErrorCode = keyof typeof ERRORS

/** What a client reads when the place that failed had nothing more precise to say. */
export const DESCRIPTIONS: Partial<Record<ErrorCode, string>> = {
  insecure_transport: 'HTTPS is required.',
  access_denied: 'A valid access token is required.',
  forbidden: 'You do not have access to this.',
  not_found: 'There is nothing at this address.',
  invalid_date_format: 'Invalid date. Expected format: YYYY-MM-DD',
  invalid_datetime_format: 'Invalid date and time. Expected format: YYYY-MM-DDTHH:MM:SS',
  no_file_received: 'The file is missing: send it as the multipart field "file".',
  name_conflict: 'An item with this name already exists here.',
  resource_locked: 'The item is locked by someone else.',
  root_deleted: 'The root was deleted.',
  ver_conflict: 'The item has changed since the version that was named.',
  not_empty: 'Something lies in the folder.',
  cursor_reset:
    'The server no longer knows this position, as after a restore from a backup. Read the current state again and go on from a new one.',
  upload_offset_mismatch: 'The upload goes on elsewhere: ask for its offset.',
  upload_busy: 'Another request is sending to this upload.',
  tus_version_unsupported: 'Send the header Tus-Resumable: 1.0.0',
  checksum_mismatch: 'The bytes have another checksum than was sent with them; they were discarded.',
  unknown: 'Something went wrong on the server.',
  temporarily_unavailable: 'The service is busy or unavailable. Try again shortly.',
}

/** The item that has a name already. */
export const NameConflict = Type.Object(
  {
    type: Type.Unsafe<'file' | 'folder'>({ type: 'string', enum: ['file', 'folder'] }),
    id: IdOf<EntryId>(),
    ver: Type.Integer({ description: 'The version of the item: each change adds one' }),
    size: Type.Integer(),
    modified: Type.String(),
  },
  { title: 'NameConflict' },
)
export type NameConflict = Static<typeof NameConflict>

export const ErrorBody = Type.Object({
  error: Type.String(),
  error_description: Type.Optional(Type.String()),
  error_reason: Type.Optional(
    Type.String({ 'x-extension': true, description: 'Why, where the wording of the description is fixed' }),
  ),
  conflict: Type.Optional(
    Type.Object(NameConflict.properties, {
      'x-extension': true,
      description: 'With `name_conflict`: the item that has the name, for those who may see it',
    }),
  ),
  duty: Type.Optional(
    Type.String({
      'x-extension': true,
      description: 'With `forbidden`: what must be done first, as get_web_session has it',
    }),
  ),
})

/** A description and the reason beside it, as one sentence for people. */
export const withReason = (description: string, reason: unknown): string =>
  typeof reason === 'string' ? `${description} (${reason})` : description
