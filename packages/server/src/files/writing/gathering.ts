import type { Growth } from '../../platform/content/growth.ts'
import type { Tx } from '../../platform/db/database.ts'
import { attempt } from '../../platform/db/transaction.ts'
import type { NewActivity } from '../../records/activity/queries.ts'
import { gatherActivities } from '../../records/activity/record-activity.ts'
import { gatherGrowth } from './quota.ts'

/** Where goes what is written at the end of the transaction. */
export interface Gathered {
  activities: NewActivity[]
  /** Undefined: growth is charged change by change. */
  grown: Growth[] | undefined
}

/** Attempts something; what it has to write later counts only if it is done. */
export async function gathering<T>(tx: Tx, to: Gathered, work: (own: Tx) => Promise<T>): Promise<T> {
  const { done, activities, grown } = await attempt(tx, async (own) => {
    const activities = gatherActivities(own)
    const grown = to.grown && gatherGrowth(own)
    return { done: await work(own), activities, grown }
  })
  to.activities.push(...activities)
  if (grown) to.grown?.push(...grown)
  return done
}
