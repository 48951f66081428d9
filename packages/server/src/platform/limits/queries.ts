import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import { latestFrom } from '../basics/clock-jumps.ts'
import type { Tx } from '../db/database.ts'
import { allowLong } from '../db/locking.ts'

export interface Counted {
  taken: number
  ends_at: Instant
}

/** Counts `share` more of what one name may have until its time ends, which starts again after that; nothing where it would be more than `most`. */
export function takeShare(
  tx: Tx,
  { name, share, most, ms, now }: { name: string; share: number; most: number; ms: number; now: Instant },
): Promise<Counted | undefined> {
  const over = sql<boolean>`(limit_count.ends_at <= ${now} or limit_count.ends_at > ${latestFrom(now, ms)})`
  return tx
    .insertInto('limit_count')
    .values({ name, taken: share, ends_at: now + ms })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({
          taken: sql`case when ${over} then ${share} else limit_count.taken + ${share} end`,
          ends_at: sql`case when ${over} then ${now + ms} else limit_count.ends_at end`,
        })
        .where(sql<boolean>`(${over} or limit_count.taken + ${share} <= ${most})`),
    )
    .returning(['taken', 'ends_at'])
    .executeTakeFirst()
}

/** When the time of a name ends in which it had all that it may have. */
export async function findEnd(tx: Tx, name: string): Promise<Instant | undefined> {
  const row = await tx.selectFrom('limit_count').select('ends_at').where('name', '=', name).executeTakeFirst()
  return row?.ends_at
}

/** Takes one back that was counted. */
export async function giveBack(tx: Tx, name: string, now: Instant): Promise<void> {
  await tx
    .updateTable('limit_count')
    .set((now) => ({ taken: now('taken', '-', 1) }))
    .where('name', '=', name)
    .where('taken', '>', 0)
    .where('ends_at', '>', now)
    .execute()
}

export async function deleteEnded(tx: Tx, now: Instant): Promise<void> {
  await allowLong(tx)
  await tx.deleteFrom('limit_count').where('ends_at', '<=', now).execute()
}
