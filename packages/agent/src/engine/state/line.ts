import type { ApiClientError } from '@holdfast/api/client'
import { DEVICE_PAUSED } from '@holdfast/api/oversight/brakes'
import type { Instant } from '@holdfast/api/time'
import type { Clock } from '../../ports/clock.ts'

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
  /** It takes no changes of this device until somebody has looked at those that it has; by then it is asked again. */
  #pausedUntil = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note(none: NoAnswer, error: ApiClientError | undefined): void {
    if (error && isPause(error)) this.#pausedUntil = this.#clock.now() + patienceOf(error)
    // What becomes of one item says nothing about the line.
    if (none === 'refused' || error?.code === 'not_found') return
    this.broken = none
    const patience = error ? patienceOf(error) : 0
    if (patience > 0) this.#patienceUntil = this.#clock.now() + patience
  }

  /** Undefined while it takes them. */
  get pausedUntil(): Instant | undefined {
    return this.isPaused ? this.#pausedUntil : undefined
  }

  /** Someone has asked for it: the service may have changed its mind. */
  tryAgain(): void {
    this.#pausedUntil = 0
  }

  get isPaused(): boolean {
    return this.#pausedUntil > this.#clock.now()
  }

  /** How long the service wants to be left alone. */
  get patienceMs(): number {
    return Math.max(0, this.#patienceUntil - this.#clock.now())
  }
}

/** Reading goes on then, and nothing was done. */
export const isPause = ({ body }: ApiClientError): boolean => body.error_reason === DEVICE_PAUSED

const patienceOf = ({ headers }: ApiClientError): number => Number(headers.get('retry-after') ?? 0) * 1000
