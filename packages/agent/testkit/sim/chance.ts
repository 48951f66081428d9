import type { Random } from '../../src/ports/random.ts'

/** Numbers that look drawn and are the same for the same seed. */
export class Chance implements Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to, and without, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  below = (limit: number): number => Math.floor(this.next() * limit)
  happens = (probability: number): boolean => this.next() < probability
  pick = <T>(from: readonly T[]): T => from[this.below(from.length)] as T
}
