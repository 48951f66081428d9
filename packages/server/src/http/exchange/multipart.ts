/** What a part says of itself. `filename` is as the client gave it, paths and control characters included. */
export interface PartHeader {
  name: string
  filename: string | undefined
  contentType: string | undefined
}

/**
 * Receives what the parser finds, in order: `part`, any number of `data`, `partEnd`, the next `part`. The body
 * may prove malformed after the end of a part: keep nothing before the parser's `end` has returned.
 */
export interface MultipartHandler {
  part(header: PartHeader): void
  /** Never empty. The bytes are those that were pushed, not a copy of them. */
  data(bytes: Buffer): void
  partEnd(): void
}

/** Thrown for what is no multipart body, or over a limit; the message is a sentence a client can read. */
export class MultipartError extends Error {
  override name = 'MultipartError'
}

const MAX_PARTS = 200
const MAX_HEADER_BYTES = 16 * 1024

const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const DASH = 0x2d

const LINE_END = Buffer.from('\r\n')
const BLANK_LINE = Buffer.from('\r\n\r\n')
const BOUNDARY = /^[\x20-\x7e]{1,70}$/

type LineState = 'delimiter' | 'padding' | 'return' | 'dash' | 'closed'
type State = 'preamble' | LineState | 'headers' | 'body' | 'epilogue'

/** What may follow a delimiter on its line (RFC 2046, 5.1.1); all else is refused. */
const LINE_RULES: Record<LineState, Partial<Record<number, State>>> = {
  delimiter: { [DASH]: 'dash', [SPACE]: 'padding', [TAB]: 'padding', [CR]: 'return' },
  padding: { [SPACE]: 'padding', [TAB]: 'padding', [CR]: 'return' },
  return: { [LF]: 'headers' },
  dash: { [DASH]: 'closed' },
  closed: { [SPACE]: 'closed', [TAB]: 'closed', [CR]: 'epilogue', [LF]: 'epilogue' },
}

/** Reads a multipart/form-data body (RFC 7578) as it arrives. Of no use once it has thrown. */
export class MultipartParser {
  readonly #handler: MultipartHandler
  // Begins with the line end before the boundary. No boundary holds a CR, so a delimiter can begin only at
  // one: a match that fails at some byte can begin again at that byte, never before it.
  readonly #delimiter: Buffer
  #state: State = 'preamble'
  // How many bytes at the end of what came so far could begin a delimiter; they are kept from the handler.
  #held = LINE_END.length
  // How many of the held bytes are no content: the first delimiter, and one that follows directly on a
  // part's headers, needs no line end of its own.
  #implied = LINE_END.length
  #parts = 0
  readonly #headers = Buffer.alloc(LINE_END.length + MAX_HEADER_BYTES)
  #headerLength = 0

  /** `boundary` is as `boundaryOf` gives it. */
  constructor(boundary: string, handler: MultipartHandler) {
    if (!BOUNDARY.test(boundary)) throw new MultipartError('The boundary of the multipart body is not valid.')
    this.#handler = handler
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
    LINE_END.copy(this.#headers)
  }

  /** Throws MultipartError, and whatever the handler throws. */
  push(bytes: Buffer): void {
    let at = 0
    while (at < bytes.length) at = this.#step(bytes, at)
  }

  /** Throws MultipartError unless the closing boundary was seen. */
  end(): void {
    if (this.#state === 'closed' || this.#state === 'epilogue') return
    throw new MultipartError('The multipart body ended before its closing boundary.')
  }

  // Takes some of the bytes from `at` on and gives the offset of the first it did not take.
  #step(bytes: Buffer, at: number): number {
    switch (this.#state) {
      case 'preamble':
      case 'body':
        return this.#held > 0 ? this.#resume(bytes, at) : this.#search(bytes, at)
      case 'headers':
        return this.#collect(bytes, at)
      case 'epilogue':
        return bytes.length
      default:
        this.#followLine(this.#state, bytes[at])
        return at + 1
    }
  }

  #search(bytes: Buffer, at: number): number {
    const found = bytes.indexOf(this.#delimiter, at)
    if (found >= 0) {
      this.#emit(bytes, at, found)
      this.#delimited()
      return found + this.#delimiter.length
    }
    this.#held = this.#startOfDelimiter(bytes, at)
    this.#emit(bytes, at, bytes.length - this.#held)
    return bytes.length
  }

  // The number of bytes at the end that could begin a delimiter.
  #startOfDelimiter(bytes: Buffer, at: number): number {
    const tail = bytes.subarray(Math.max(at, bytes.length - this.#delimiter.length + 1))
    const start = tail.lastIndexOf(CR)
    if (start < 0) return 0
    const length = tail.length - start
    return this.#delimiter.compare(tail, start, tail.length, 0, length) === 0 ? length : 0
  }

  // Goes on with a delimiter of which earlier bytes were the beginning.
  #resume(bytes: Buffer, at: number): number {
    const length = Math.min(this.#delimiter.length - this.#held, bytes.length - at)
    const matches = this.#delimiter.compare(bytes, at, at + length, this.#held, this.#held + length) === 0
    if (!matches) {
      // A copy: the handler may keep or change what it gets.
      const content = Buffer.from(this.#delimiter.subarray(this.#implied, this.#held))
      this.#held = 0
      this.#implied = 0
      this.#emit(content, 0, content.length)
      return at
    }
    this.#held += length
    if (this.#held === this.#delimiter.length) this.#delimited()
    return at + length
  }

  #emit(bytes: Buffer, start: number, end: number): void {
    if (this.#state === 'body' && end > start) this.#handler.data(bytes.subarray(start, end))
  }

  #delimited(): void {
    const ended = this.#state === 'body'
    this.#state = 'delimiter'
    this.#held = 0
    if (ended) this.#handler.partEnd()
  }

  #followLine(state: LineState, byte: number | undefined): void {
    const next = byte === undefined ? undefined : LINE_RULES[state][byte]
    if (!next) throw new MultipartError('A boundary line of the multipart body has extra characters.')
    this.#state = next
    if (next !== 'headers') return
    this.#headerLength = LINE_END.length
    this.#parts++
    if (this.#parts > MAX_PARTS)
      throw new MultipartError(`A multipart body can have up to ${MAX_PARTS} parts.`)
  }

  // The line end of the delimiter stands before the headers, so a blank line ends them even when there are none.
  #collect(bytes: Buffer, at: number): number {
    const before = this.#headerLength
    const copied = bytes.copy(this.#headers, before, at)
    const seen = this.#headers.subarray(0, before + copied)
    const end = seen.indexOf(BLANK_LINE, Math.max(0, before - BLANK_LINE.length + 1))
    if (end < 0) {
      if (seen.length === this.#headers.length)
        throw new MultipartError('The headers of a part are too long.')
      this.#headerLength = seen.length
      return at + copied
    }
    const header = partHeader(seen.subarray(LINE_END.length, Math.max(end, LINE_END.length)))
    this.#state = 'body'
    this.#held = LINE_END.length
    this.#implied = LINE_END.length
    this.#handler.part(header)
    return at + end + BLANK_LINE.length - before
  }
}

/** The boundary a Content-Type names; undefined when it names none, or none that RFC 2046 allows. */
export function boundaryOf(contentType: string): string | undefined {
  const boundary = parametersOf(contentType)?.get('boundary')
  return boundary !== undefined && BOUNDARY.test(boundary) ? boundary : undefined
}

function partHeader(block: Buffer): PartHeader {
  const fields = headerFields(block)
  const parameters = parametersOf(fields.get('content-disposition') ?? '')
  if (!parameters) throw new MultipartError('The Content-Disposition of a part is malformed.')
  const name = parameters.get('name')
  if (name === undefined) throw new MultipartError('A part has no name.')
  const filename = parameters.get('filename')
  return {
    name: decodeQuote(name),
    filename:
      extendedValue(parameters.get('filename*')) ??
      (filename === undefined ? undefined : decodeQuote(filename)),
    contentType: fields.get('content-type') || undefined,
  }
}

function headerFields(block: Buffer): Map<string, string> {
  const fields = new Map<string, string>()
  const text = decodeUtf8(block).replace(/\r\n[ \t]+/g, ' ')
  for (const line of text === '' ? [] : text.split('\r\n')) {
    const field = /^([!#$%&'*+.^_`|~\w-]+)[ \t]*:[ \t]*(.*)$/s.exec(line)
    if (!field) throw new MultipartError('A header of a part is malformed.')
    const name = (field[1] ?? '').toLowerCase()
    if (!fields.has(name)) fields.set(name, withoutEndBlanks(field[2] ?? ''))
  }
  return fields
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new MultipartError('The headers of a part are not valid UTF-8.')
  }
}

// `; key="value"`, `; key=value`, or a `;` with nothing after it.
const PARAMETER =
  /;[ \t]*(?:([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"[ \t]*|([^ \t;"][^;]*|)))?(?=;|$)/y

/** The parameters after a header's first value, names in lower case, the first of equals; undefined when malformed. */
function parametersOf(value: string): Map<string, string> | undefined {
  const parameters = new Map<string, string>()
  const start = value.indexOf(';')
  PARAMETER.lastIndex = start < 0 ? value.length : start
  while (PARAMETER.lastIndex < value.length) {
    const match = PARAMETER.exec(value)
    if (!match) return undefined
    const key = match[1]?.toLowerCase()
    if (key !== undefined && !parameters.has(key)) parameters.set(key, unquoted(match[2], match[3]))
  }
  return parameters
}

// Old browsers send `filename="C:\dir\x.txt"` unescaped, so a backslash escapes only a quote or a backslash.
function unquoted(quoted: string | undefined, token: string | undefined): string {
  return quoted === undefined ? withoutEndBlanks(token ?? '') : quoted.replace(/\\(["\\])/g, '$1')
}

// Not by a regular expression: that takes quadratic time on a long run of blanks.
function withoutEndBlanks(text: string): string {
  let end = text.length
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--
  return text.slice(0, end)
}

/** Browsers escape just these three (HTML, "multipart/form-data encoding algorithm"); any other % is a %. */
function decodeQuote(value: string): string {
  return value.replace(/%(22|0D|0A)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** A value as in RFC 8187, `utf-8'en'x%20y`; undefined when it is not one, or not in UTF-8. */
function extendedValue(value: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/is.exec(value ?? '')?.[1]
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}
