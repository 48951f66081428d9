import { crc32 } from 'node:zlib'

/** After so many backups each file at the place has been read once. */
const SHARE = 30
/** So that a large place is not read for hours each night: then it takes longer to come round. */
const MOST_BYTES = 4 * 1024 ** 3

/** Which of the files that a place has already are read again by this backup: names are random, so numbers share them out. */
export class Recheck {
  readonly #turn: number
  #left = MOST_BYTES

  constructor(number: number) {
    this.#turn = number % SHARE
  }

  isDue(name: string, size: number): boolean {
    if (crc32(name) % SHARE !== this.#turn || this.#left < size) return false
    this.#left -= size
    return true
  }
}
