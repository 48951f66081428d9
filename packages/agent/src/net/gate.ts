import { setTimeout as pause } from 'node:timers/promises'
import { OneByOne } from '@holdfast/api/one-by-one'
import { Bucket } from '../core/throttle.ts'

/** Another limit counts after this time at the latest. */
const LOOK_MS = 500

/** Lets bytes pass as fast as they may at the time, first come, first served. */
export class Gate {
  readonly #rate: () => number | undefined
  readonly #bucket = new Bucket()
  readonly #queue = new OneByOne()
  #waiting = 0

  /** `rate` is asked again and again, and gives bytes a second. */
  constructor(rate: () => number | undefined) {
    this.#rate = rate
  }

  /** What goes at once should be no more than this. */
  get piece(): number {
    const rate = this.#rate()
    return rate === undefined ? 256 * 1024 : Math.max(1024, Math.min(64 * 1024, Math.floor(rate / 10)))
  }

  /** Undefined where there is nothing to wait for. */
  pass(bytes: number): Promise<void> | undefined {
    if (this.#waiting === 0 && this.#rate() === undefined) return undefined
    this.#waiting++
    return this.#queue.run(() => this.#wait(bytes))
  }

  async #wait(bytes: number): Promise<void> {
    for (;;) {
      const ms = this.#bucket.waitFor(this.#rate(), performance.now())
      if (ms === 0) break
      await pause(Math.min(ms, LOOK_MS))
    }
    this.#bucket.use(bytes)
    this.#waiting--
  }
}
