/** A refusal that only WebDAV has words for. Everything else is an `ApiError`, as the operations throw it. */
export class DavError extends Error {
  override name = 'DavError'
  readonly status: number
  /** XML of RFC 4918's conditions, for programs. */
  readonly condition: string
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, condition = '', headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.condition = condition
    this.headers = headers
  }
}

export const refuseDav = (status: number, message: string, condition?: string): never => {
  throw new DavError(status, message, condition)
}
