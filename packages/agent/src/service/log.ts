import { appendFileSync, renameSync, statSync } from 'node:fs'
import { formatUtc, type Instant } from '@holdfast/api/time'

const MAX_LOG_BYTES = 5 * 1024 * 1024

/** What the agent did and could not do, for anyone who looks for a reason. The newest lines are kept, in two files. */
export class Log {
  readonly #file: string
  readonly #now: () => Instant

  constructor(file: string, now: () => Instant) {
    this.#file = file
    this.#now = now
  }

  write(text: string): void {
    try {
      if ((statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES)
        renameSync(this.#file, `${this.#file}.1`)
      appendFileSync(this.#file, `${formatUtc(this.#now())} ${text.replaceAll('\n', ' ')}\n`, { mode: 0o600 })
    } catch {
      // A full disk is no reason to stop: anyone who asks for the status hears of it.
    }
  }
}
