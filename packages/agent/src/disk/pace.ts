import { setImmediate as nextTurn } from 'node:timers/promises'

const SLICE_MS = 5

/** Looking at a disk is cheapest done synchronously; others get their turn in between. */
export class Pace {
  #since = performance.now()

  get isDue(): boolean {
    return performance.now() - this.#since > SLICE_MS
  }

  async breathe(): Promise<void> {
    if (!this.isDue) return
    await nextTurn()
    this.#since = performance.now()
  }
}
