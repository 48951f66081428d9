import { createCipheriv, createHash } from 'node:crypto'

/** Bytes without any pattern, but the same ones every time: what is cut from them does not vary from run to run. */
export function sampleBytes(size: number, seed: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(size)
  new SampleStream(seed).fill(bytes)
  return bytes
}

/** As sampleBytes, for more than fits into memory. */
export class SampleStream {
  readonly #cipher

  constructor(seed: string) {
    const key = createHash('sha256').update(seed).digest().subarray(0, 16)
    this.#cipher = createCipheriv('aes-128-ctr', key, Buffer.alloc(16))
  }

  /** Replaces what `bytes` holds by what comes next. */
  fill(bytes: Buffer): void {
    this.#cipher.update(bytes.fill(0)).copy(bytes)
  }
}

/** What tells one large content from another without showing it. */
export const digestOf = (bytes: Uint8Array): string =>
  `${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex')}`
