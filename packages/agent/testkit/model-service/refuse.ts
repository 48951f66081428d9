import { ApiClientError } from '@holdfast/api/client'
import { DESCRIPTIONS, ERRORS } from '@holdfast/api/errors'
import { TOO_DEEP } from '@holdfast/api/files/names'
import type { Refusal } from './changes.ts'

/** Refuses as a client of the service meets it. */
export function refuse(why: Refusal): never {
  const error = why === TOO_DEEP ? 'invalid_name' : why
  const reason = why === TOO_DEEP ? { error_reason: TOO_DEEP } : {}
  const body = { error, error_description: DESCRIPTIONS[error], ...reason }
  throw new ApiClientError(ERRORS[error], body, new Headers())
}
