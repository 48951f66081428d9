import type { Value } from '../../../platform/db/database.ts'

/** A row as one line: a JSON array of its values; bytes are an array with their base64 in it. */
export const lineOf = (row: readonly Value[]): string => JSON.stringify(row.map(written))

const written = (value: Value) => (Buffer.isBuffer(value) ? [value.toString('base64')] : value)

type Written = number | string | null | [string]

const read = (value: Written): Value => (Array.isArray(value) ? Buffer.from(value[0], 'base64') : value)

export const rowsOf = (lines: Buffer): Value[][] =>
  lines
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as Written[]).map(read))
