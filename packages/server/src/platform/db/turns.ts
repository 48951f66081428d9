import { performance } from 'node:perf_hooks'

/** Others wait for so long at most, and for the end of one statement. */
const MS_IN_A_TURN = 10

/**
 * SQLite answers before anybody else has a turn, so that statements which follow one another would stop the whole process.
 * After so much time of them, the next one waits until the event loop has been around once (ADR 0063).
 */
export class Turns {
  readonly #clock: () => number
  #used = 0
  #next: Promise<void> | undefined

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
  }

  /** Undefined where nobody needs to wait: a promise would cost as much as a small statement. */
  next(): Promise<void> | undefined {
    if (this.#used < MS_IN_A_TURN) return undefined
    this.#next ??= new Promise((resume) =>
      setImmediate(() => {
        this.#used = 0
        this.#next = undefined
        resume()
      }),
    )
    return this.#next
  }

  /** Runs a statement, which is over when it returns. */
  count<T>(statement: () => T): T {
    const begun = this.#clock()
    try {
      return statement()
    } finally {
      this.#used += this.#clock() - begun
    }
  }
}
