import type { SessionId } from '@holdfast/api/ids'
import type { AppPasswordKind } from '@holdfast/api/sign-in/app-passwords'
import { APP_PASSWORD_CLIENT } from '@holdfast/api/sign-in/oauth'
import { DAY_MS, type Instant } from '@holdfast/api/time'
import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { PersonRow } from '../../records/people.ts'
import { getPolicy } from '../../records/policy.ts'

/** What one opened before, it opens no more: a sign-in of an account takes the place of one that ended. */
export async function putStandingAccess(tx: Tx, row: Insertable<Schema['standing_access']>): Promise<void> {
  await tx
    .insertInto('standing_access')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ session_id: row.session_id }))
    .execute()
}

/** Notes a use. True for the one caller that did, of those that saw the same use before. */
export async function noteStandingUse(
  tx: Tx,
  { id, seenAt, network, at }: { id: SessionId; seenAt: Instant; network: string; at: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({ last_used_at: at, network })
    .where('id', '=', id)
    .where(({ or, eb }) =>
      or([eb('network', 'is', null), eb('last_used_at', '=', seenAt).and('last_used_at', '<', at)]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The app passwords of a person that open something now, the one that was used last first. */
export async function liveAppPasswords(
  db: Db,
  { id, organization_id }: Pick<PersonRow, 'id' | 'organization_id'>,
  now: Instant,
) {
  const { deactivate_token_frequency: days } = await getPolicy(db, organization_id)
  return db
    .selectFrom('session as s')
    .innerJoin('standing_access as t', 't.session_id', 's.id')
    .innerJoin('machine as m', 'm.id', 's.machine_id')
    .select(['s.id', 's.created_at', 's.last_used_at', 's.network', 's.paused_by', 'm.id as machine_id'])
    .select(['m.nickname', 'm.dns_name', 'm.guid', 'm.os_type'])
    .select(({ ref }) => ref('t.kind').$castTo<AppPasswordKind>().as('kind'))
    .where('s.person_id', '=', id)
    .where('s.client_id', '=', APP_PASSWORD_CLIENT)
    .where('s.revoked_at', 'is', null)
    .where('s.leaving', '=', 0)
    .where('s.last_used_at', '>=', days === null ? 0 : now - days * DAY_MS)
    .orderBy('s.last_used_at', 'desc')
    .orderBy('s.id', 'desc')
    .execute()
}
export type LiveAppPassword = Awaited<ReturnType<typeof liveAppPasswords>>[number]
