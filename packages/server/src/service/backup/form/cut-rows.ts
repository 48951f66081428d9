import type { Value } from '../../../platform/db/database.ts'
import { LeftBytes } from '../../../platform/db/left-bytes.ts'
import { lineOf } from './row-records.ts'

/** Rows that become one piece. The bytes are those of the cutter, which writes over them when it gets the next row. */
export interface Cut {
  bytes: Buffer
  rows: number
  /** What is still to come between them, and where. */
  left: readonly { at: number; bytes: LeftBytes }[]
}

const LINE_END = 10

/**
 * Gathers rows into pieces of about a size. Where a piece ends depends on its last row alone: rows that come or go change the piece
 * that they are in, and the pieces before and after it stay the same bytes.
 */
export class RowCutter {
  readonly #usual: number
  readonly #least: number
  readonly #most: number
  #memory: Buffer
  #length = 0
  #rows = 0
  #left: { at: number; bytes: LeftBytes }[] = []
  #leftLength = 0

  constructor(usual: number) {
    this.#usual = usual
    this.#least = usual / 8
    this.#most = usual * 4
    this.#memory = Buffer.allocUnsafe(usual * 2)
  }

  /** Gives the piece that ends with this row, if one does. */
  add(row: readonly (Value | LeftBytes)[]): Cut | undefined {
    const before = this.#size
    const line = lineOf(row)
    this.#addLine(line)
    for (const value of row)
      if (value instanceof LeftBytes) this.#leave(value)
      else if (Buffer.isBuffer(value)) this.#addBytes(value)
    this.#rows++
    return this.#endsWith(line, this.#size - before) ? this.end() : undefined
  }

  /** What is left. */
  end(): Cut | undefined {
    if (this.#rows === 0) return undefined
    const cut = { bytes: this.#memory.subarray(0, this.#length), rows: this.#rows, left: this.#left }
    this.#length = 0
    this.#rows = 0
    this.#left = []
    this.#leftLength = 0
    return cut
  }

  /** With all that is to come: rows are cut in the same places whether their bytes are here or not. */
  get #size(): number {
    return this.#length + this.#leftLength
  }

  #addLine(line: string): void {
    // No part of a string takes more than three bytes in UTF-8.
    this.#makeRoom(line.length * 3 + 1)
    this.#length += this.#memory.write(line, this.#length)
    this.#memory[this.#length++] = LINE_END
  }

  #addBytes(bytes: Buffer): void {
    this.#makeRoom(bytes.length)
    bytes.copy(this.#memory, this.#length)
    this.#length += bytes.length
  }

  #leave(bytes: LeftBytes): void {
    this.#left.push({ at: this.#length, bytes })
    this.#leftLength += bytes.length
  }

  /** A long row is as likely to end a piece as all the short ones that it has the length of. */
  #endsWith(line: string, length: number): boolean {
    if (this.#size >= this.#most) return true
    if (this.#size < this.#least) return false
    return hashOf(line) < (length / this.#usual) * 2 ** 32
  }

  #makeRoom(more: number): void {
    if (this.#length + more <= this.#memory.length) return
    const larger = Buffer.allocUnsafe(2 * (this.#length + more))
    this.#memory.copy(larger, 0, 0, this.#length)
    this.#memory = larger
  }
}

/** FNV-1a with a last stir. For hundreds of thousands of short texts a call of a library takes longer than the work. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  const length = Math.min(text.length, 512)
  for (let n = 0; n < length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
