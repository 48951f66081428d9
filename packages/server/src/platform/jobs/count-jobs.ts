import type { Instant } from '@holdfast/api/time'
import type { Db } from '../db/database.ts'
import { roadOf } from './jobs.ts'
import { countGivenUp, countWaiting } from './queries.ts'

export interface JobCounts {
  /** By road, which is the kind of job but for what is urgent. */
  waiting: ReadonlyMap<string, { jobs: number; overdueMs: number }>
  givenUp: number
}

/** What waits, without whose it is. */
export async function countJobs(db: Db, now: Instant): Promise<JobCounts> {
  const waiting = new Map<string, { jobs: number; overdueMs: number }>()
  for (const { lane, jobs, due_at } of await countWaiting(db)) {
    const road = roadOf(lane)
    const so = waiting.get(road) ?? { jobs: 0, overdueMs: 0 }
    waiting.set(road, { jobs: so.jobs + jobs, overdueMs: Math.max(so.overdueMs, now - due_at) })
  }
  return { waiting, givenUp: await countGivenUp(db) }
}
