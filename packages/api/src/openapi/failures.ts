import { DESCRIPTIONS, ERRORS, type ErrorCode } from '../errors.ts'
import type { DocumentedResponse, Paths } from './document.ts'
import { EXAMPLE_ERRORS } from './example-errors.ts'
import { refTo } from './schemas.ts'

/** What every operation may answer; a token is asked for by most. */
const COMMON_ERRORS = [
  'invalid_request',
  'insecure_transport',
  'access_denied',
  'forbidden',
  'not_found',
  'unknown',
  'temporarily_unavailable',
] as const satisfies ErrorCode[]

/** Answers with errors, by status: an operation's own and the common ones. */
export function failures(own: readonly ErrorCode[], isOpen = false): Record<string, DocumentedResponse> {
  const common = COMMON_ERRORS.filter((code) => !(isOpen && code === 'access_denied'))
  const codes = [...new Set([...own, ...common])]
  const statuses = new Set(codes.map((code) => ERRORS[code]))
  return Object.fromEntries(
    [...statuses].map((status) => [status, failure(codes.filter((code) => ERRORS[code] === status))]),
  )
}

const failure = (codes: ErrorCode[]): DocumentedResponse => ({
  description: `Error: ${codes.map((code) => `\`${code}\``).join(', ')}`,
  content: {
    'application/json': {
      schema: refTo('ErrorBody'),
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
  'x-error-codes': codes,
})

/** The examples that the answers of the paths refer to. */
export function errorExamples(paths: Paths): Record<string, { value: unknown }> {
  const responses = Object.values(paths).flatMap((item) => Object.values(item).map((op) => op.responses))
  const codes = responses.flatMap((some) => Object.values(some).flatMap((one) => one['x-error-codes'] ?? []))
  return Object.fromEntries([...new Set(codes)].sort().map((code) => [code, errorExample(code)]))
}

/** The body of an answer with this error, or with one whose words depend on what was asked: an example of them. */
const errorExample = (code: ErrorCode): { value: unknown } => ({
  value: { error: code, error_description: EXAMPLE_ERRORS[code] ?? DESCRIPTIONS[code] },
})
