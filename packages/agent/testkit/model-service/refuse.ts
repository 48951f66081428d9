import { ApiClientError } from '@holdfast/api/client'
import { DESCRIPTIONS, ERRORS } from '@holdfast/api/errors'
import { AGENT_NAME, TOO_DEEP } from '@holdfast/api/files/names'
import type { Refusal } from './changes.ts'

/** Refuses as a client of the service meets it. */
export function refuse(why: Refusal): never {
  const isReason = why === TOO_DEEP || why === AGENT_NAME
  const error = isReason ? 'invalid_name' : why
  const reason = isReason ? { error_reason: why } : {}
  const body = { error, error_description: DESCRIPTIONS[error], ...reason }
  throw new ApiClientError(ERRORS[error], body, new Headers())
}
