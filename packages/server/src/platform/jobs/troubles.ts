import type { OrganizationId } from '@holdfast/api/ids'
import { HOUR_MS, type Instant } from '@holdfast/api/time'
import type { Db } from '../db/database.ts'
import { countMailsWaiting, type JobTrouble, listGivenUp, listWaiting } from './queries.ts'

/** After so long a mail should have left. */
const LATE_MS = HOUR_MS

/** Jobs that nobody tries any more, the oldest first. Mails are reported by `listLateMails`. */
export const listFailedJobs = (db: Db, limit: number): Promise<JobTrouble[]> => listGivenUp(db, limit)

/** Mails that have not left for long, or will not; of one organization, or of all. */
export const listLateMails = (
  db: Db,
  of: OrganizationId | undefined,
  now: Instant,
  limit: number,
): Promise<JobTrouble[]> =>
  listWaiting(db, of === undefined ? undefined : `send_mail ${of}`, now - LATE_MS, limit)

export interface LateMails {
  organizationId: OrganizationId
  count: number
  oldest: Instant
  isGivenUp: boolean
  /** They were tried: the service was not only away itself. */
  isTried: boolean
}

/** The same of each organization that has some. */
export async function countLateMails(db: Db, now: Instant, lateMs = LATE_MS): Promise<LateMails[]> {
  const lanes = await countMailsWaiting(db, now - lateMs)
  return lanes.flatMap(({ lane, jobs, oldest, given_up, error }) => {
    const of = /^send_mail (\d+)$/.exec(lane)?.[1]
    if (of === undefined) return []
    return [
      {
        organizationId: Number(of) as OrganizationId,
        ...{ count: jobs, oldest, isGivenUp: given_up !== null, isTried: error !== null },
      },
    ]
  })
}
