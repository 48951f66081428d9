import { DESCRIPTIONS, ERRORS, type ErrorCode } from '@holdfast/api/errors'

/** A refusal that the caller is told about. Everything else that is thrown is answered `unknown`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  /** Further members of the answer's body, such as `two_step_mode`. */
  readonly extra: Record<string, unknown> | undefined

  constructor(code: ErrorCode, description = DESCRIPTIONS[code], extra?: Record<string, unknown>) {
    super(description ?? code)
    this.code = code
    this.extra = extra
  }

  get status(): number {
    return ERRORS[this.code]
  }

  get body() {
    return { error: this.code, error_description: this.message, ...this.extra }
  }
}

export const fail = (code: ErrorCode, description?: string, extra?: Record<string, unknown>): never => {
  throw new ApiError(code, description, extra)
}

/** Says that a parameter is needed. */
export const missing = (parameter: string): never =>
  fail('invalid_request', `Missing required parameter: ${parameter}`)

/** Refuses the value of a parameter; `why` says what is wrong with it. */
export const refuse = (parameter: string, why?: string): never =>
  fail('invalid_request', `Invalid value for parameter: ${parameter}${why === undefined ? '' : ` (${why})`}`)
