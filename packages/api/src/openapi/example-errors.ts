import type { ErrorCode } from '../errors.ts'

/** What errors say whose description depends on what was asked. */
export const EXAMPLE_ERRORS: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_request: 'Missing required parameter: name',
  invalid_name: 'A name cannot contain *.',
  invalid_extension: 'The organization does not allow .exe files (excluded_extensions).',
  policy_error: 'Files can be up to 300 MB here (max_file_size).',
  user_limit_exceeded: 'The organization has reached its limit of 50 accounts (num_users_maximum).',
  missing_chunks:
    'Upload these chunks first: 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  upload_too_large: 'Files can be up to 300 MB here (max_file_size).',
  unsupported_media_type: 'Send the bytes as application/offset+octet-stream.',
  range_not_satisfiable: 'The file has 258338 bytes.',
  unauthorized_client: 'This client is not allowed to use the grant type password.',
}
