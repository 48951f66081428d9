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
  zips: new AtOnce(ZIPS, `You already have ${ZIPS} zip downloads running. Wait for one to finish.`),
  searches: new AtOnce(SEARCHES, `You can run up to ${SEARCHES} searches at once. Try again shortly.`),
  agentRequests: new AtOnce(
    AGENT_REQUESTS,
    `A device can send up to ${AGENT_REQUESTS} requests at once. Try again shortly.`,
  ),
  batches: new Lines(),
})
