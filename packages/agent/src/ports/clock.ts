import type { Instant } from '@holdfast/api/time'

export interface Clock {
  now(): Instant
  /** Returns after this time, or sooner if something has happened that is worth a look. */
  pause(milliseconds: number): Promise<void>
}
