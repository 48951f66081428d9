import { ApiClientError } from '@holdfast/api/client'
import { DESCRIPTIONS, ERRORS, type ErrorCode } from '@holdfast/api/errors'

/** Refuses as a client of the service meets it. */
export function refuse(error: ErrorCode): never {
  throw new ApiClientError(ERRORS[error], { error, error_description: DESCRIPTIONS[error] }, new Headers())
}
