import type { Cut } from './cut-rows.ts'
import { sha256Of } from './pieces.ts'

/** The bytes that rows have left out, by the ids of the rows. */
export type FetchBytes = (ids: readonly number[]) => Promise<readonly (Buffer | undefined)[]>

export const fetchNothing: FetchBytes = async (ids) => ids.map(() => undefined)

export interface WholeRows {
  records: Buffer
  /** Whether all bytes that were fetched have the hashes that their rows say. */
  sound: boolean
}

/** Copies what it needs of the cut before its first wait. */
export async function wholeRows({ bytes, left }: Cut, fetch: FetchBytes): Promise<WholeRows> {
  const lines = Buffer.from(bytes)
  const fetched = left.length === 0 ? [] : await fetch(left.map((one) => one.bytes.id))
  const parts: Buffer[] = []
  let sound = true
  let from = 0
  for (const [n, { at, bytes: expected }] of left.entries()) {
    const found = fetched[n]
    if (found?.length !== expected.length)
      throw new Error(`The bytes of row ${expected.id} are not those of a moment ago`)
    sound &&= sha256Of(found) === expected.sha256.toString('hex')
    parts.push(lines.subarray(from, at), found)
    from = at
  }
  return { records: parts.length === 0 ? lines : Buffer.concat([...parts, lines.subarray(from)]), sound }
}
