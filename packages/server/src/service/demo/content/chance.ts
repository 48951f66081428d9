/** Draws that look like chance and come out the same whenever the same seed is given. */
export class Chance {
  #state = 0x811c9dc5

  constructor(seed: string) {
    for (const letter of seed) this.#state = Math.imul(this.#state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  }

  /** At least 0, and less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.whole(0, list.length - 1)] ?? list[0]
  }
}
