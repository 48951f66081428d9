import { ApiClientError } from '@holdfast/api/client'
import { DEVICE_PAUSED } from '@holdfast/api/oversight/brakes'
import type { Clock } from '../ports/clock.ts'

/** The service cannot be reached, or has no room for requests: what was begun can be gone on with later. */
export class CutOff extends Error {
  override name = 'CutOff'
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
      if (attempt === ATTEMPTS) throw new CutOff(whyCutOff(error), { cause: error })
    }
    await clock.pause(FIRST_PAUSE_MS * 2 ** (attempt - 1), signal)
  }
}

const whyCutOff = (error: unknown): string =>
  error instanceof ApiClientError && error.body.error_reason === DEVICE_PAUSED
    ? error.message
    : 'The service cannot be reached.'
