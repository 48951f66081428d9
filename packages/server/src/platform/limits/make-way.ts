import { performance } from 'node:perf_hooks'
import { FairTurns } from './fair-turns.ts'

/** Anyone who was answered just now may ask for the next thing. */
const GRACE_MS = 10
/** While others are served, batches have one part of the time in so many, and so has what takes long and somebody waits for. */
const ONE_IN = { batches: 8, steps: 4 }
/** A request that lasts longer sends much, or waits for something itself. */
const LONGEST_MS = 1000
/** For so long after someone was served, slices are to be short. */
const AROUND_MS = 2000
const LOOK_EVERY_MS = 5
const ITEMS_IN_A_SLICE = 64
const PATIENCE_MS = 120_000
const REFUSAL = 'The service is busy with requests of others. Try again shortly.'

/** Work of one kind, of which few pieces are done at once. */
class Lane {
  readonly turns: FairTurns
  readonly oneIn: number
  restUntil = 0

  constructor(atOnce: number, oneIn: number) {
    this.turns = new FairTurns(atOnce, PATIENCE_MS, REFUSAL)
    this.oneIn = oneIn
  }
}

const pauseIn = ({ restUntil }: Lane): number =>
  Math.min(LOOK_EVERY_MS, Math.max(1, restUntil - performance.now()))

/**
 * Work that can wait makes way in this process for requests that somebody waits for: it comes in slices, one at a time, by
 * turns of those who have some (ADR 0046).
 */
export class MakeWay {
  readonly #batches = new Lane(1, ONE_IN.batches)
  readonly #steps: Lane
  /** Requests that are being served, with when they came, in that order. */
  readonly #served = new Map<object, number>()
  #lastServed = Number.NEGATIVE_INFINITY

  /** SQLite reads in this thread, one at a time anyway. */
  constructor(stepsAtOnce = 1) {
    this.#steps = new Lane(stepsAtOnce, ONE_IN.steps)
  }

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
    return this.#inLane(this.#batches, who, () => work(this.#idleFor(performance.now()) < AROUND_MS))
  }

  /** As `slice`, for a part of what takes long and somebody waits for: a statement of a read, a transaction of several. */
  step<T>(who: string, work: () => Promise<T>): Promise<T> {
    return this.#inLane(this.#steps, who, work)
  }

  #inLane<T>(lane: Lane, who: string, work: () => Promise<T> | T): Promise<T> {
    return lane.turns.during(who, async () => {
      while (!this.#isClear(lane)) await new Promise((resume) => setTimeout(resume, pauseIn(lane)))
      const begun = performance.now()
      try {
        return await work()
      } finally {
        const end = performance.now()
        lane.restUntil = end + (end - begun) * (lane.oneIn - 1)
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

  #isClear({ restUntil }: Lane): boolean {
    const now = performance.now()
    return now >= restUntil || this.#idleFor(now) >= GRACE_MS
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
