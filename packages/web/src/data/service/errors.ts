import type { ErrorCode } from '@holdfast/api/errors'
import { t } from '../../messages/words.ts'
import { ApiClientError } from './api.ts'

/** What went wrong in words for people: what happened, and what they can do. */
export interface Problem {
  words: string
  /** Whether trying again may help. */
  retry: boolean
  /** Under which the server's log has more. */
  requestId?: string
}

/** The network, not the server. */
export const isOffline = (error: unknown): boolean => error instanceof TypeError

/** Nothing that was decided: what is shown stays, and another try may do it. */
export const isOutage = (error: unknown): boolean =>
  isOffline(error) || (error instanceof ApiClientError && error.status >= 500)

/** Whether it goes in the place of what is shown: that stays while the server is only away. */
export const isInTheWay = (error: unknown, isShown: boolean): boolean =>
  Boolean(error) && !(isShown && isOutage(error))

/** Too much for it at the moment: it asks for patience. */
export const isBusy = (error: unknown): boolean =>
  error instanceof ApiClientError && [429, 503].includes(error.status)

/** What was refused as one of many, in words as if it had been asked for alone. */
export const refusalWords = (error: string, error_description = ''): string =>
  problemOf(new ApiClientError(409, { error, error_description }, new Headers())).words

export const codeOf = (error: unknown): ErrorCode | undefined =>
  error instanceof ApiClientError ? error.code : undefined

export function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiClientError))
    return { words: isOffline(error) ? t.errors.offline : t.errors.unknown, retry: true }
  const requestId = error.headers.get('x-request-id') ?? undefined
  const known = t.errors.byCode[error.code]
  const said = [error.body.error_description, error.body.error_reason].filter(
    (part) => typeof part === 'string',
  )
  const words = known ?? (said.length > 0 ? said.join(' ') : t.errors.unknown)
  return { words, retry: error.status >= 500, ...(requestId && { requestId }) }
}
