import { MINUTE_MS } from '@holdfast/api/time'
import { AtOnce } from '../limits/at-once.ts'
import { Hub } from './hub.ts'

const STREAMS_PER_PERSON = 10
const POLLS_PER_PERSON = 100
const noMoreThan = (most: number): string =>
  `You can have up to ${most} of these open at once. Close another one first.`

/** Everything about those who wait. */
export class Live {
  readonly hub = new Hub()
  readonly streams = new AtOnce(STREAMS_PER_PERSON, noMoreThan(STREAMS_PER_PERSON))
  readonly polls = new AtOnce(POLLS_PER_PERSON, noMoreThan(POLLS_PER_PERSON))
  readonly pace = {
    /** Who waits is asked for its rights this often, so that losing them ends the wait within five seconds. */
    checkMs: 4000,
    /** News of an administrator's lists come no closer to each other. */
    listsMs: 2000,
    /** Keeps proxies, and our own listener, from taking a quiet stream for a dead one. */
    heartbeatMs: 15_000,
    /** For how long a stream is kept whose reader takes nothing. */
    blockedMs: MINUTE_MS,
  }
}
