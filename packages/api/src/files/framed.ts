/** Bytes behind a description of them: its length in four bytes, itself as JSON, and the bytes. */
export interface Framed {
  described: unknown
  bytes: Uint8Array
}

const LENGTH = 4

/** Into memory that is given, where it fits. */
export function encodeFramed(
  described: unknown,
  parts: readonly Uint8Array[],
  into?: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(described))
  const size = parts.reduce((sum, { length }) => sum + length, LENGTH + json.length)
  const body = into && into.length >= size ? into.subarray(0, size) : new Uint8Array(size)
  new DataView(body.buffer, body.byteOffset).setUint32(0, json.length)
  body.set(json, LENGTH)
  let at = LENGTH + json.length
  for (const bytes of parts) {
    body.set(bytes, at)
    at += bytes.length
  }
  return body
}

/** Throws where it is none. The bytes are a view of the body. */
export function decodeFramed(body: Uint8Array): Framed {
  const length =
    body.length < LENGTH ? Infinity : new DataView(body.buffer, body.byteOffset, LENGTH).getUint32(0)
  const end = LENGTH + length
  if (end > body.length) throw new Error('The description is longer than the body.')
  const described: unknown = JSON.parse(new TextDecoder().decode(body.subarray(LENGTH, end)))
  return { described, bytes: body.subarray(end) }
}
