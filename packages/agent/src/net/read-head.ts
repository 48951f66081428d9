/** What an answer says of itself. */
export interface Head {
  readonly status: number
  readonly headers: Headers
  /** Of the body that follows. */
  readonly length: number
}

/** Longer ones are not from our service. */
export const MAX_HEAD = 64 * 1024
const END = Buffer.from('\r\n\r\n')
const STATUS = /^HTTP\/1\.1 ([2-5]\d\d)(?: [\t -~\x80-\xff]*)?$/
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\x80-\xff]*?)[ \t]*$/
const LENGTH = /^\d{1,15}$/

/** Where the head of an answer ends, and its body begins; undefined before all of it has come. */
export function findHeadEnd(bytes: Buffer): number | undefined {
  const at = bytes.indexOf(END)
  return at === -1 ? undefined : at + END.length
}

/**
 * The head of an answer whose body follows as it is, in one piece of a known length. Undefined for any other, however
 * right it may be: a full reader of HTTP makes something of it, or refuses it.
 */
export function readHead(bytes: Buffer): Head | undefined {
  const [first = '', ...lines] = bytes.toString('latin1', 0, bytes.length - END.length).split('\r\n')
  const status = Number(STATUS.exec(first)?.[1])
  if (Number.isNaN(status)) return undefined
  const headers = new Headers()
  for (const line of lines) {
    const [, name, value] = HEADER.exec(line) ?? []
    if (name === undefined || value === undefined) return undefined
    // Twice the same one says that somebody in between has a hand in it.
    if (/^(content-length|content-range)$/i.test(name) && headers.has(name)) return undefined
    headers.append(name, value)
  }
  if (headers.has('transfer-encoding') || headers.has('content-encoding')) return undefined
  const length = headers.get('content-length') ?? ''
  return LENGTH.test(length) ? { status, headers, length: Number(length) } : undefined
}
