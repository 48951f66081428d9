import type { PersonId, RootId } from '@holdfast/api/ids'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import type { Schema } from '../platform/db/schema.ts'

export type Star = Selectable<Schema['starred']>

/** Newest first. */
export const listStars = (db: Db, id: PersonId): Promise<Star[]> =>
  db
    .selectFrom('starred')
    .selectAll()
    .where('person_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('entry_id', 'desc')
    .execute()

export async function countStars(db: Db, id: PersonId): Promise<number> {
  const { count } = await db
    .selectFrom('starred')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertStar(tx: Tx, star: Insertable<Schema['starred']>): Promise<void> {
  await tx
    .insertInto('starred')
    .values(star)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether there was one. */
export async function deleteStar(tx: Tx, star: Omit<Star, 'created_at'>): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('starred')
    .where('person_id', '=', star.person_id)
    .where('root_id', '=', star.root_id)
    .where('entry_id', '=', star.entry_id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function findWebSettings(db: Db, id: PersonId): Promise<string | undefined> {
  const row = await db
    .selectFrom('web_settings')
    .select('settings')
    .where('person_id', '=', id)
    .executeTakeFirst()
  return row?.settings
}

export async function saveWebSettings(tx: Tx, person_id: PersonId, settings: string): Promise<void> {
  await tx
    .insertInto('web_settings')
    .values({ person_id, settings })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ settings }))
    .execute()
}

export async function deletePreferencesOf(tx: Tx, persons: readonly PersonId[]): Promise<void> {
  await tx.deleteFrom('starred').where('person_id', 'in', persons).execute()
  await tx.deleteFrom('web_settings').where('person_id', 'in', persons).execute()
}

/** Of a root that is gone for ever. */
export async function deleteStarsIn(tx: Tx, rootId: RootId): Promise<void> {
  await tx.deleteFrom('starred').where('root_id', '=', rootId).execute()
}
