/** A column of bytes whose row has their hash: they can be left where they are until somebody needs them. */
export interface HashedBytes {
  column: string
  sha256: string
}

/** Bytes that were left where they are. */
export class LeftBytes {
  readonly id: number
  readonly length: number
  readonly sha256: Buffer

  constructor(id: number, length: number, sha256: Buffer) {
    this.id = id
    this.length = length
    this.sha256 = sha256
  }
}

/** Of rows that were read with the length of the bytes in their place. */
export async function* markLeft<V>(
  { column, sha256 }: HashedBytes,
  columns: readonly string[],
  rows: AsyncIterable<V[][]>,
): AsyncGenerator<(V | LeftBytes)[][]> {
  const places = { bytes: columns.indexOf(column), hash: columns.indexOf(sha256), id: columns.indexOf('id') }
  const mark = (row: (V | LeftBytes)[]) => {
    const [length, hash] = [row[places.bytes], row[places.hash]]
    if (typeof length === 'number' && Buffer.isBuffer(hash))
      row[places.bytes] = new LeftBytes(Number(row[places.id]), length, hash)
    return row
  }
  for await (const some of rows) yield some.map(mark)
}
