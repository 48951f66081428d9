import type { ApiClientError } from '@holdfast/api/client'
import type { Clock } from '../ports/clock.ts'

/**
 * `reset`: the service was set back, or cannot go on from here; begin with a snapshot. `denied`: nothing may be read or
 * written here; nothing follows from that about any file. `refused`: not this request; nothing was done. `unknown`: it may have
 * been done or not; ask again later.
 */
export type NoAnswer = 'reset' | 'denied' | 'refused' | 'unknown'

/** How the service is reached. */
export class Line {
  readonly #clock: Clock
  /** What the last round of work met; undefined while all is answered. */
  broken: NoAnswer | undefined
  /** The service has asked for patience until then. */
  #patienceUntil = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note(none: NoAnswer, error: ApiClientError | undefined): void {
    // What becomes of one item says nothing about the line.
    if (none === 'refused' || error?.code === 'not_found') return
    this.broken = none
    const seconds = Number(error?.headers.get('retry-after') ?? 0)
    if (seconds > 0) this.#patienceUntil = this.#clock.now() + seconds * 1000
  }

  /** How long the service wants to be left alone. */
  get patienceMs(): number {
    return Math.max(0, this.#patienceUntil - this.#clock.now())
  }
}
