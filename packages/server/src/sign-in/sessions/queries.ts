import type { PersonId, SessionId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'

export async function insertWebSession(tx: Tx, row: Insertable<Schema['web_session']>): Promise<void> {
  await tx.insertInto('web_session').values(row).execute()
}

export async function extendWebSession(
  tx: Tx,
  hash: Buffer,
  sessionId: SessionId,
  until: Instant,
  at: Instant,
) {
  await tx
    .updateTable('web_session')
    .set({ expires_at: until })
    .where('hash', '=', hash)
    .where('session_id', '=', sessionId)
    .execute()
  await tx.updateTable('session').set({ last_used_at: at }).where('id', '=', sessionId).execute()
}

export async function findSessionStart(tx: Tx, id: SessionId): Promise<Instant> {
  const { created_at } = await tx
    .selectFrom('session')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return created_at
}

/** When a sign-in counts as alive: at `now`, with refresh tokens that were issued since `renewableSince`. */
export interface Alive {
  personId: PersonId
  now: Instant
  renewableSince: Instant
}

/** Those that something the person holds can still open. A device that only removes its files is signed out. */
const liveOf = (db: Db, { personId, now, renewableSince }: Alive) =>
  db
    .selectFrom('session as s')
    .where('s.person_id', '=', personId)
    .where('s.revoked_at', 'is', null)
    .where('s.leaving', '=', 0)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('access_token as t')
            .select('t.session_id')
            .whereRef('t.session_id', '=', 's.id')
            .where('t.expires_at', '>', now),
        ),
        exists(
          selectFrom('web_session as t')
            .select('t.session_id')
            .whereRef('t.session_id', '=', 's.id')
            .where('t.expires_at', '>', now),
        ),
        exists(
          selectFrom('refresh_token as t')
            .select('t.session_id')
            .whereRef('t.session_id', '=', 's.id')
            .where('t.used_at', 'is', null)
            .where('t.issued_at', '>=', renewableSince),
        ),
        exists(
          selectFrom('standing_access as t')
            .select('t.session_id')
            .whereRef('t.session_id', '=', 's.id')
            .whereRef('s.last_used_at', '>=', sql.val(renewableSince)),
        ),
      ]),
    )

export function listLiveSessions(db: Db, alive: Alive, offset: number, limit: number) {
  return liveOf(db, alive)
    .leftJoin('machine as m', 'm.id', 's.machine_id')
    .leftJoin('application as a', 'a.client_id', 's.client_id')
    .select([
      's.id',
      's.client_id',
      's.machine_id',
      's.created_at',
      's.last_used_at',
      's.browser',
      's.network',
      'a.id as application_id',
      'm.dns_name',
      'm.os_type',
      'a.name as application_name',
    ])
    .orderBy('s.last_used_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}
export type LiveSession = Awaited<ReturnType<typeof listLiveSessions>>[number]

export async function countLiveSessions(db: Db, alive: Alive): Promise<number> {
  const { total } = await liveOf(db, alive)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
