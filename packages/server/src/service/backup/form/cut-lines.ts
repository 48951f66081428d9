import { crc32 } from 'node:zlib'

/** Lines that become one piece. */
export interface Cut {
  bytes: Buffer
  lines: number
}

const LINE_END = 10

/**
 * Gathers lines into pieces of about a size. Where a piece ends depends on its last line alone: lines that come or go change the
 * piece that they are in, and the pieces before and after it stay the same bytes.
 */
export class LineCutter {
  readonly #usual: number
  readonly #least: number
  readonly #most: number
  #memory: Buffer
  #length = 0
  #lines = 0

  constructor(usual: number) {
    this.#usual = usual
    this.#least = usual / 8
    this.#most = usual * 4
    this.#memory = Buffer.allocUnsafe(usual * 2)
  }

  /** Gives the piece that ends with this line, if one does. */
  add(line: string): Cut | undefined {
    const start = this.#length
    // No character takes more than three bytes in UTF-8 for each of its parts in memory.
    this.#makeRoom(line.length * 3 + 1)
    this.#length += this.#memory.write(line, start)
    this.#memory[this.#length++] = LINE_END
    this.#lines++
    return this.#endsAt(start) ? this.end() : undefined
  }

  /** What is left. */
  end(): Cut | undefined {
    if (this.#lines === 0) return undefined
    const cut = { bytes: Buffer.from(this.#memory.subarray(0, this.#length)), lines: this.#lines }
    this.#length = 0
    this.#lines = 0
    return cut
  }

  /** A long line is as likely to end a piece as all the short ones that it has the length of. */
  #endsAt(start: number): boolean {
    if (this.#length >= this.#most) return true
    if (this.#length < this.#least) return false
    const line = this.#memory.subarray(start, this.#length)
    return crc32(line) < (line.length / this.#usual) * 2 ** 32
  }

  #makeRoom(more: number): void {
    if (this.#length + more <= this.#memory.length) return
    const larger = Buffer.allocUnsafe(2 * (this.#length + more))
    this.#memory.copy(larger, 0, 0, this.#length)
    this.#memory = larger
  }
}
