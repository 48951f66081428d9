import { TextDecoder } from 'node:util'
import { fail, refuse } from '../../errors.ts'
import { parseJson as parseOutside, TooDeepJson } from '../../platform/basics/parse-json.ts'
import type { RawParams } from '../../platform/parameters.ts'

// A value is taken as it stands; only a whole JSON document may begin with a byte order mark.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const utf8Document = new TextDecoder('utf-8', { fatal: true })
const latin1 = new TextDecoder('latin1')

export const NOT_UTF8 = 'not valid UTF-8'

/** Far more than any list of ids needs; each costs far more time than its two bytes on the wire. */
const MAX_PAIRS = 10_000

export const emptyParams = (): RawParams => Object.create(null) as RawParams

/** A key that comes twice becomes a list; scalar parameters refuse those. */
export function addParam(params: RawParams, name: string, value: unknown): void {
  const before = params[name]
  if (before === undefined) params[name] = value
  else if (Array.isArray(before)) before.push(value)
  else params[name] = [before, value]
}

/** Query strings and urlencoded bodies, in UTF-8 unless the content type says ISO-8859-1. */
export function parseForm(bytes: Buffer, charset = 'utf-8'): RawParams {
  const params = emptyParams()
  let count = 0
  const decode = /^(iso-8859-1|latin1|windows-1252)$/i.test(charset) ? latin1 : utf8
  for (const pair of split(bytes, 0x26)) {
    if (++count > MAX_PAIRS) fail('invalid_request', 'There are too many parameters.')
    if (pair.length === 0) continue
    const equals = pair.indexOf(0x3d)
    const name = decodeText(equals === -1 ? pair : pair.subarray(0, equals), decode)
    addParam(params, name, equals === -1 ? '' : decodeText(pair.subarray(equals + 1), decode, name))
  }
  return params
}

export function parseJson(bytes: Buffer): RawParams {
  const params = emptyParams()
  if (bytes.length === 0) return params
  const parsed = parsedJson(bytes)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return fail('invalid_request', 'The body must be a JSON object.')
  return Object.assign(params, parsed)
}

function parsedJson(bytes: Buffer): unknown {
  try {
    return parseOutside(utf8Document.decode(bytes))
  } catch (error) {
    return fail(
      'invalid_request',
      error instanceof TooDeepJson ? error.message : 'The body is not valid JSON.',
    )
  }
}

/** A parameter's value, or where it is not given, a name. */
function decodeText(encoded: Buffer, decoder: TextDecoder, parameter?: string): string {
  try {
    return decoder.decode(unescapeBytes(encoded))
  } catch {
    return parameter === undefined
      ? fail('invalid_request', 'The name of a parameter is not valid UTF-8.')
      : refuse(parameter, NOT_UTF8)
  }
}

/** `+` is a space; a percent sign that starts no escape stands for itself, as hand-built requests have it. */
function unescapeBytes(encoded: Buffer): Buffer {
  if (!encoded.includes(0x25) && !encoded.includes(0x2b)) return encoded
  const plain = Buffer.allocUnsafe(encoded.length)
  let length = 0
  for (let i = 0; i < encoded.length; i++) {
    const byte = encoded[i] as number
    const escaped = byte === 0x25 ? hexPair(encoded[i + 1], encoded[i + 2]) : -1
    if (escaped >= 0) {
      plain[length++] = escaped
      i += 2
    } else plain[length++] = byte === 0x2b ? 0x20 : byte
  }
  return plain.subarray(0, length)
}

const hexDigit = (byte = 0): number =>
  byte >= 0x30 && byte <= 0x39
    ? byte - 0x30
    : (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66
      ? (byte | 0x20) - 0x57
      : -1

function hexPair(high: number | undefined, low: number | undefined): number {
  const [a, b] = [hexDigit(high), hexDigit(low)]
  return a < 0 || b < 0 ? -1 : a * 16 + b
}

function* split(bytes: Buffer, separator: number): Generator<Buffer> {
  let start = 0
  for (let at = bytes.indexOf(separator); at !== -1; at = bytes.indexOf(separator, start)) {
    yield bytes.subarray(start, at)
    start = at + 1
  }
  yield bytes.subarray(start)
}
