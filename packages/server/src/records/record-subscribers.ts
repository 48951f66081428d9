import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../platform/db/database.ts'
import type { Actor } from '../platform/principal.ts'
import { recordActivity } from './activity/record-activity.ts'
import type { RootRow } from './roots.ts'

/** Who is new or has another role, and who takes part no longer, in words for the record. */
export interface Changed {
  subscribed: string[]
  unsubscribed: string[]
}

/** So many names stand in one record; more make several. */
const NAMES = 50

/** Puts on record who takes part from now on, or in another role, and who no longer. */
export async function recordSubscribers(
  tx: Tx,
  who: Actor,
  share: RootRow,
  { subscribed, unsubscribed }: Changed,
  at: Instant,
  { removeFiles = false } = {},
): Promise<void> {
  const ending = removeFiles ? '; remove_files' : ''
  for (const [kind, names, more] of [
    ['share_subscribed', subscribed, ''],
    ['share_unsubscribed', unsubscribed, ending],
  ] as const)
    for (let from = 0; from < names.length; from += NAMES) {
      const about = `${names.slice(from, from + NAMES).join(', ')}${more}`
      await recordActivity(tx, who, kind, { root: share, about }, at)
    }
}
