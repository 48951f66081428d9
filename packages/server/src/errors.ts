import { DESCRIPTIONS, ERRORS, type ErrorCode, withReason } from '@holdfast/api/errors'

/** A refusal that the caller is told about. Everything else that is thrown is answered `unknown`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  /** For programs, which compare some of them letter by letter. `message`, for people, has the reason in it too. */
  readonly description: string
  /** Further members of the answer's body, such as `error_reason` or `two_step_mode`. */
  readonly extra: Record<string, unknown> | undefined
  /** The one whose value is refused, for answers about lists that name it apart. */
  parameter: string | undefined
  /** In so many seconds it may go better. */
  retryAfter: number | undefined

  constructor(code: ErrorCode, description: string = DESCRIPTIONS[code], extra?: Record<string, unknown>) {
    super(withReason(description, extra?.error_reason))
    this.code = code
    this.description = description
    this.extra = extra
  }

  get status(): number {
    return ERRORS[this.code]
  }

  get body() {
    return { error: this.code, error_description: this.description, ...this.extra }
  }
}

export const fail = (code: ErrorCode, description?: string, extra?: Record<string, unknown>): never => {
  throw new ApiError(code, description, extra)
}

/** Refuses for now. */
export function busy(description: string, retryAfter: number): never {
  const error = new ApiError('temporarily_unavailable', description)
  error.retryAfter = retryAfter
  throw error
}

/** Says what is missing, so that nobody takes it for a wrong address. The words are for those who may know. */
export const noSuch = (what: string): never => fail('not_found', `There is no ${what}.`)

/** Says that a parameter is needed; `why`, where that is not plain from the operation's description. */
export const missing = (parameter: string, why?: string): never =>
  refuseParameter(parameter, `Missing required parameter: ${parameter}`, why)

/** Refuses the value of a parameter; `why` says what is wrong with it. */
export const refuse = (parameter: string, why?: string): never =>
  refuseParameter(parameter, `Invalid value for parameter: ${parameter}`, why)

function refuseParameter(parameter: string, description: string, why: string | undefined): never {
  const error = new ApiError('invalid_request', description, reasoned(why))
  error.parameter = parameter
  throw error
}

/** Why something was refused, for answers that are about many things. */
export const reasonOf = ({ extra }: ApiError): { error_reason?: string } =>
  reasoned(typeof extra?.error_reason === 'string' ? extra.error_reason : undefined) ?? {}

const reasoned = (why: string | undefined) => (why === undefined ? undefined : { error_reason: why })
