import type { Instant } from '@holdfast/api/time'

export interface Clock {
  now(): Instant
  /** Returns after this time, or as soon as the signal is aborted. */
  pause(milliseconds: number, sooner: AbortSignal): Promise<void>
}
