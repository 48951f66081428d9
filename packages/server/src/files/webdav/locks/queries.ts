import type { EntryId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import type { Schema } from '../../../platform/db/schema.ts'

export type DavLockRow = Selectable<Schema['dav_lock']>

/** The locks in a root whose time is not over and whose sign-in has not ended. Programs hold few at a time. */
export const listDavLocks = prepared<{ rootId: RootId; at: Instant }, DavLockRow>((db, $) =>
  db
    .selectFrom('dav_lock as l')
    .innerJoin('session as s', 's.id', 'l.session_id')
    .selectAll('l')
    .where('l.root_id', '=', $('rootId'))
    .where('l.until', '>', $('at'))
    .where('s.revoked_at', 'is', null)
    .orderBy('l.token')
    .compile(),
)

export async function countLocksOf(db: Db, personId: PersonId, rootId: RootId): Promise<number> {
  const { count } = await db
    .selectFrom('dav_lock')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('root_id', '=', rootId)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertDavLock(tx: Tx, lock: DavLockRow): Promise<void> {
  await tx.insertInto('dav_lock').values(lock).execute()
}

export async function prolongDavLock(tx: Tx, token: string, until: Instant): Promise<void> {
  await tx.updateTable('dav_lock').set({ until }).where('token', '=', token).execute()
}

export async function deleteDavLock(tx: Tx, token: string): Promise<void> {
  await tx.deleteFrom('dav_lock').where('token', '=', token).execute()
}

export async function deleteDavLocksOn(tx: Tx, rootId: RootId, ids: readonly EntryId[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('dav_lock').where('root_id', '=', rootId).where('entry_id', 'in', ids).execute()
}

/** Those that are over in a root, before another one is taken there. */
export async function deleteEndedLocks(tx: Tx, rootId: RootId, at: Instant): Promise<void> {
  await tx.deleteFrom('dav_lock').where('root_id', '=', rootId).where('until', '<=', at).execute()
}
