import { Lines } from '../basics/lines.ts'
import { AtOnce } from './at-once.ts'

/** Each keeps a walk through the database and reads ahead. */
const ZIPS = 2
const SEARCHES = 4
const AGENT_REQUESTS = 16

/** Work that takes long, of which each may have some under way in this process. */
export interface WorkAtOnce {
  /** Of each caller. */
  zips: AtOnce
  /** Of each caller: long reads of any kind. */
  searches: AtOnce
  /** Of each device. */
  agentRequests: AtOnce
  /** Transactions of many changes. Those of one organization wait for each other, and none is refused. */
  batches: Lines
}

export const workAtOnce = (): WorkAtOnce => ({
  zips: new AtOnce(ZIPS, `${ZIPS} zips are being made for you already. Wait for one to end.`),
  searches: new AtOnce(
    SEARCHES,
    `One person can have ${SEARCHES} searches under way at once. Try again shortly.`,
  ),
  agentRequests: new AtOnce(
    AGENT_REQUESTS,
    `One device can have ${AGENT_REQUESTS} requests under way at once.`,
  ),
  batches: new Lines(),
})
