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

/**
 * What a client reads when the code that failed has nothing more precise to say. Existing programs compare some of these letter
 * by letter: `exact-texts.test.ts` of the server has those.
 */
export const DESCRIPTIONS: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'The request is not valid.',
  insecure_transport: 'HTTPS is required.',
  invalid_date_format: 'Invalid date. Expected format: YYYY-MM-DD',
  invalid_datetime_format: 'Invalid date and time. Expected format: YYYY-MM-DDTHH:MM:SS',
  invalid_name: 'This name is not allowed. Choose another one.',
  invalid_extension: 'Files with this extension are not allowed here.',
  name_too_long: 'The name is too long. Names can have up to 255 bytes.',
  no_file_received: 'The file is missing. Send it as the multipart field "file".',
  password_unchanged: 'The new password must be different from the current one.',
  access_denied: 'A valid access token is required.',
  missing_totp: 'An authentication code is required.',
  invalid_totp: 'Invalid authentication code.',
  password_reset_token_expired: 'The password reset link has expired. Request a new one.',
  forbidden: 'You do not have access to this.',
  account_locked: 'Account temporarily locked due to repeated failed login attempts.',
  license_expired: 'The license of the organization has expired.',
  trial_expired: 'The trial of the organization has ended.',
  not_found: 'Not found. Check the address and the IDs in it.',
  name_conflict: 'An item with this name already exists here.',
  policy_error: 'The policy of the organization does not allow this.',
  resource_locked: 'The item is locked by someone else.',
  user_limit_exceeded: 'The organization has reached its limit of accounts (num_users_maximum).',
  root_deleted: 'The root was deleted.',
  unknown: 'Something went wrong on the server. Try again later.',
  temporarily_unavailable: 'The service is busy or unavailable. Try again shortly.',
  redirect_uri_mismatch: 'The redirect URI is not registered for this application.',
  method_not_allowed: 'This address does not support the method of the request.',
  ver_conflict: 'The item has changed since the version you specified. Load it again.',
  not_empty: 'The folder is not empty.',
  missing_chunks: 'Some chunks are missing on the server. Upload them first.',
  upload_offset_mismatch:
    'Offset mismatch. Ask for the current offset of the upload and continue from there.',
  upload_busy: 'Another request is sending data to this upload.',
  upload_too_large: 'The upload is too large.',
  tus_version_unsupported: 'Send the header Tus-Resumable: 1.0.0',
  unsupported_media_type: 'The content type of the request is not supported.',
  checksum_mismatch: 'The bytes do not match their checksum and were discarded. Send them again.',
  range_not_satisfiable: 'The requested range is outside of the file.',
  cursor_reset:
    'This position is no longer valid, for example after a restore from a backup. Read the current state again and continue from a new position.',
  invalid_grant: 'Invalid credentials given.',
  invalid_client: 'Unknown client, or wrong client secret.',
  unsupported_grant_type: 'This grant type is not supported.',
  unauthorized_client: 'This application is not allowed to use this grant type.',
  invalid_scope: 'The only scope is "full".',
}

/** The item that has a name already. */
export const NameConflict = Type.Object(
  {
    type: Type.Unsafe<'file' | 'folder'>({ type: 'string', enum: ['file', 'folder'] }),
    id: IdOf<EntryId>(),
    ver: Type.Integer({ description: 'The version of the item. Each change increases it by one' }),
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
    Type.String({ 'x-extension': true, description: 'The reason, in more detail than `error_description`' }),
  ),
  conflict: Type.Optional(
    Type.Object(NameConflict.properties, {
      'x-extension': true,
      description: 'With `name_conflict`: the item that has the name, if you can see it',
    }),
  ),
  duty: Type.Optional(
    Type.String({
      'x-extension': true,
      description: 'With `forbidden`: what you must do first, as in `get_web_session`',
    }),
  ),
  reason_code: Type.Optional(
    Type.String({
      'x-extension': true,
      description: 'Why a directory server cannot be used, or is not imported, for programs',
    }),
  ),
})

/** A description and the reason beside it, as one sentence for people. */
export const withReason = (description: string, reason: unknown): string =>
  typeof reason === 'string' ? `${description} (${reason})` : description
