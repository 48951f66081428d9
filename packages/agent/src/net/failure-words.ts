import { FAILURES } from '../words/network.ts'

/** Why a server cannot be reached, for people; the code is for those who look for it. */
export function failureInWords(error: unknown, url: string): string {
  if (!(error instanceof Error)) return String(error)
  const code = codeOf(error)
  const words = code === undefined ? undefined : FAILURES[code]
  return words ? `${words(new URL(url).host)} (${code})` : error.message
}

/** Of several addresses that a name has, each of which failed, the first counts. */
function codeOf(error: Error): string | undefined {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return codeOf(error.errors[0])
  if ('code' in error && typeof error.code === 'string' && error.code in FAILURES) return error.code
  return error.cause instanceof Error ? codeOf(error.cause) : undefined
}
