import { MINUTE_MS } from '@holdfast/api/time'
import type { Random } from '../ports/random.ts'

export const MAX_DELAY_MS = 5 * MINUTE_MS
const FIRST_DELAY_MS = 1000
const RESTART_MS = 10_000

/** What a line ended with, as docs/agent-channel.md has it. */
export const CLOSED = {
  restarting: 1012,
  malformed: 4400,
  tokenEnded: 4401,
  signedOut: 4403,
  replaced: 4409,
  tooOld: 4426,
} as const

/**
 * How long to wait before the next try: by chance, so that the devices of a service that was away do not come all at once,
 * and longer after each failure. `failures` counts those in a row.
 */
export function retryDelay(code: number, failures: number, random: Random): number {
  switch (code) {
    case CLOSED.restarting:
      return random.below(RESTART_MS)
    // Another try soon would do no good, or fight with the one that took our place.
    case CLOSED.malformed:
    case CLOSED.replaced:
    case CLOSED.tooOld:
      return MAX_DELAY_MS / 2 + random.below(MAX_DELAY_MS / 2)
    default:
      return random.below(Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures, 20)))
  }
}
