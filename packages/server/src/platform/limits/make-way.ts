import { performance } from 'node:perf_hooks'
import { FairTurns } from './fair-turns.ts'

/** Whoever was answered just now may ask for the next thing. */
const GRACE_MS = 10
/** While others are served, work that can wait has one part of the time in so many. */
const ONE_IN = 8
/** A request that lasts longer sends much, or waits for something itself. */
const LONGEST_MS = 1000
/** For so long after someone was served, slices are to be short. */
const AROUND_MS = 2000
const LOOK_EVERY_MS = 5
const ITEMS_IN_A_SLICE = 64
const PATIENCE_MS = 120_000
const REFUSAL = 'Others have sent much that is still to be done. Try again shortly.'

/**
 * Work that can wait makes way in this process for requests that somebody waits for: it comes in slices, one at a time, by
 * turns of those who have some (ADR 0046).
 */
export class MakeWay {
  readonly #turns = new FairTurns(1, PATIENCE_MS, REFUSAL)
  /** Requests that are being served, with when they came, in that order. */
  readonly #served = new Map<object, number>()
  #lastServed = Number.NEGATIVE_INFINITY
  #restUntil = 0

  /** Somebody waits for the answer to a request, until it `leaves` or turns out to be one that can wait. */
  comes(request: object): void {
    this.#served.set(request, performance.now())
  }

  leaves(request: object): void {
    if (this.#served.delete(request)) this.#lastServed = performance.now()
  }

  canWait(request: object): void {
    this.#served.delete(request)
  }

  /** Somebody was served of late. */
  isNeeded(): boolean {
    return this.#idleFor(performance.now()) < AROUND_MS
  }

  /**
   * Does a slice of the work of `who` when nobody is served, or when it is time for it all the same. `isShort`: somebody was
   * served of late, so some milliseconds are enough. Throws `temporarily_unavailable` when its turn does not come.
   */
  slice<T>(who: string, work: (isShort: boolean) => Promise<T> | T): Promise<T> {
    return this.#turns.during(who, async () => {
      while (!this.#isClear()) await new Promise((resume) => setTimeout(resume, this.#pause()))
      const begun = performance.now()
      try {
        return await work(this.#idleFor(begun) < AROUND_MS)
      } finally {
        const end = performance.now()
        this.#restUntil = end + (end - begun) * (ONE_IN - 1)
      }
    })
  }

  /** What comes of each item, some of them in each slice. */
  async map<Item, Made>(who: string, items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
    const made: Made[] = []
    while (made.length < items.length) {
      const some = items.slice(made.length, made.length + ITEMS_IN_A_SLICE)
      made.push(...(await this.slice(who, () => some.map(make))))
    }
    return made
  }

  #isClear(): boolean {
    const now = performance.now()
    return now >= this.#restUntil || this.#idleFor(now) >= GRACE_MS
  }

  #pause(): number {
    return Math.min(LOOK_EVERY_MS, Math.max(1, this.#restUntil - performance.now()))
  }

  /** For how long nobody has been served. */
  #idleFor(now: number): number {
    for (const [request, cameAt] of this.#served) {
      if (now - cameAt < LONGEST_MS) return 0
      this.#served.delete(request)
    }
    return now - this.#lastServed
  }
}
