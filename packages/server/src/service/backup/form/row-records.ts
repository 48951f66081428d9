import type { Value } from '../../../platform/db/database.ts'
import type { LeftBytes } from '../../../platform/db/left-bytes.ts'

/** Bytes of a row follow its line as they are, and are there as how many they are. */
type Written = number | string | null | [length: number]

const LINE_END = 10

const isBytes = (value: Value | LeftBytes): value is Buffer | LeftBytes =>
  typeof value === 'object' && value !== null

/** The line of a row: a JSON array of its values. */
export const lineOf = (row: readonly (Value | LeftBytes)[]): string =>
  JSON.stringify(
    // Most rows have none.
    row.some(isBytes) ? row.map((value): Written => (isBytes(value) ? [value.length] : value)) : row,
  )

/** Throws an error for what is no such rows. */
export function rowsIn(records: Buffer): Value[][] {
  const rows: Value[][] = []
  for (let at = 0; at < records.length; ) {
    const end = records.indexOf(LINE_END, at)
    if (end === -1) throw new Error('a row has no end')
    const line = JSON.parse(records.toString('utf8', at, end)) as Written[]
    at = end + 1
    rows.push(
      line.map((value) => {
        if (!Array.isArray(value)) return value
        const bytes = records.subarray(at, at + value[0])
        at += value[0]
        return bytes
      }),
    )
  }
  return rows
}
