import { refuse } from '../../errors.ts'
import { parseJson } from '../../platform/basics/parse-json.ts'

/** The text of a body and the bytes behind it; undefined where there is no such thing. See `encodeFramed`. */
export function splitFramed(body: Buffer): { text: string; bytes: Buffer } | undefined {
  const end = 4 + (body.length < 4 ? Infinity : body.readUInt32BE(0))
  return end > body.length ? undefined : { text: body.toString('utf8', 4, end), bytes: body.subarray(end) }
}

/** Undefined for what is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** A hash, and the bytes that are said to have it. */
export type SentChunk = [sha256: string, bytes: Buffer]

/** The chunks that a list names, in the order of their bytes. */
export function readRefs(refs: readonly unknown[], bytes: Buffer, parameter: string): SentChunk[] {
  let at = 0
  const chunks = refs.map((ref): SentChunk => {
    const { sha256, size } = (ref ?? {}) as { sha256?: unknown; size?: unknown }
    if (typeof sha256 !== 'string' || !Number.isSafeInteger(size) || Number(size) < 1)
      return refuse(parameter)
    const chunk = bytes.subarray(at, at + Number(size))
    at += Number(size)
    return [sha256, chunk]
  })
  return at === bytes.length ? chunks : refuse(parameter, 'more bytes than announced')
}
