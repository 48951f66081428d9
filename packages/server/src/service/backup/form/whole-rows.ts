import type { Cut } from './cut-rows.ts'
import { sha256Of } from './pieces.ts'

/** The bytes that rows have left out, by the ids of the rows. */
export type BytesOf = (ids: readonly number[]) => Promise<readonly (Buffer | undefined)[]>

export const noBytes: BytesOf = async (ids) => ids.map(() => undefined)

export interface WholeRows {
  records: Buffer
  /** Whether all bytes that were found have the hashes that their rows say. */
  sound: boolean
}

/** Copies what it needs of the cut before its first wait. */
export async function wholeRows({ bytes, left }: Cut, bytesOf: BytesOf): Promise<WholeRows> {
  const lines = Buffer.from(bytes)
  const all = left.length === 0 ? [] : await bytesOf(left.map((one) => one.bytes.id))
  const parts: Buffer[] = []
  let sound = true
  let from = 0
  for (const [n, { at, bytes: expected }] of left.entries()) {
    const found = all[n]
    if (found?.length !== expected.length)
      throw new Error(`The bytes of row ${expected.id} changed during the backup`)
    sound &&= sha256Of(found) === expected.sha256.toString('hex')
    parts.push(lines.subarray(from, at), found)
    from = at
  }
  return { records: parts.length === 0 ? lines : Buffer.concat([...parts, lines.subarray(from)]), sound }
}
