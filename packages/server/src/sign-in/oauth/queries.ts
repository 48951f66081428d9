import { DAY_MS, type Instant } from '@holdfast/api/time'
import type { Tx } from '../../platform/db/database.ts'
import { allowLong } from '../../platform/db/locking.ts'

/** What has run out opens nothing. Codes are kept a day longer, so that a late second use is known for what it is. */
export async function deleteExpired(tx: Tx, now: Instant): Promise<void> {
  await allowLong(tx)
  for (const table of ['access_token', 'web_session', 'sent_code'] as const)
    await tx.deleteFrom(table).where('expires_at', '<', now).execute()
  for (const table of ['authorization_code', 'mailed_token'] as const)
    await tx
      .deleteFrom(table)
      .where('expires_at', '<', now - DAY_MS)
      .execute()
}

/** Removes refresh tokens that were used before a moment, and gives how many. */
export async function deleteUsedTokens(tx: Tx, before: Instant, limit: number): Promise<number> {
  const used = tx
    .selectFrom('refresh_token')
    .select('hash')
    .where('used_at', '<', before)
    .orderBy('used_at')
    .limit(limit)
  const { numDeletedRows } = await tx.deleteFrom('refresh_token').where('hash', 'in', used).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Removes sessions that ended before a moment with whatever is left of them, and gives how many. */
export async function deleteEndedSessions(tx: Tx, before: Instant, limit: number): Promise<number> {
  const rows = await tx
    .selectFrom('session')
    .select('id')
    .where('revoked_at', '<', before)
    .orderBy('revoked_at')
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  for (const table of [
    'access_token',
    'web_session',
    'standing_access',
    'refresh_token',
    'authorization_code',
  ] as const)
    await tx.deleteFrom(table).where('session_id', 'in', ids).execute()
  await tx.deleteFrom('session').where('id', 'in', ids).execute()
  return ids.length
}
