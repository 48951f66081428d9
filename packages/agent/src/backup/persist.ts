import { ApiClientError } from '@holdfast/api/client'
import { DEVICE_PAUSED } from '@holdfast/api/oversight/brakes'
import type { Clock } from '../ports/clock.ts'
import { BACKUPS } from '../words/backups.ts'

/**
 * A backup or a restore cannot go on now: the service cannot be reached or is busy, or the backup is being changed there. What
 * was begun goes on with the next run.
 */
export class StoppedForNow extends Error {
  override name = 'StoppedForNow'
}

const ATTEMPTS = 6
const FIRST_PAUSE_MS = 1000

/**
 * Asks again for as long as nobody answers, but not for ever. Every request of a backup or a restore may be made twice: a
 * change has a name, and the rest changes nothing. A refusal is thrown as it is.
 */
export async function persist<T>(
  { clock, signal }: { clock: Clock; signal: AbortSignal },
  request: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    try {
      return await request()
    } catch (error) {
      if (error instanceof ApiClientError && error.code !== 'temporarily_unavailable') throw error
      if (attempt === ATTEMPTS) throw new StoppedForNow(whyStopped(error), { cause: error })
    }
    await clock.pause(FIRST_PAUSE_MS * 2 ** (attempt - 1), signal)
  }
}

const whyStopped = (error: unknown): string =>
  error instanceof ApiClientError && error.body.error_reason === DEVICE_PAUSED
    ? error.message
    : BACKUPS.offline
