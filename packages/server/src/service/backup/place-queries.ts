import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'

export type KnownPlace = Selectable<Schema['backup_place']>
export type KeptBackup = Selectable<Schema['kept_backup']>

export const findPlace = (db: Db, location: string): Promise<KnownPlace | undefined> =>
  db.selectFrom('backup_place').selectAll().where('location', '=', location).executeTakeFirst()

/** The same place may have been found elsewhere before, as when a disk is mounted in another folder. */
export async function rememberPlace(tx: Tx, location: string, mark: string): Promise<void> {
  const before = await tx
    .selectFrom('backup_place')
    .select(({ fn }) => fn.max('newest').as('newest'))
    .where('mark', '=', mark)
    .executeTakeFirst()
  const place = { location, mark, newest: before?.newest ?? 0 }
  await tx.deleteFrom('backup_place').where('mark', '=', mark).execute()
  await tx
    .insertInto('backup_place')
    .values(place)
    .onConflict((conflict) => conflict.column('location').doUpdateSet(place))
    .execute()
}

/** Whatever this database knew of the backups at a place counts no more: another may have made and removed some since. */
export async function forgetKept(tx: Tx, mark: string): Promise<void> {
  await tx.deleteFrom('kept_backup').where('mark', '=', mark).execute()
}

export async function noteNewest(tx: Tx, mark: string, newest: number): Promise<void> {
  await tx
    .updateTable('backup_place')
    .set({ newest })
    .where('mark', '=', mark)
    .where('newest', '<', newest)
    .execute()
}

export const listKept = (db: Db, mark: string): Promise<KeptBackup[]> =>
  db.selectFrom('kept_backup').selectAll().where('mark', '=', mark).orderBy('number').execute()

export async function insertKept(tx: Tx, kept: KeptBackup): Promise<void> {
  await tx
    .insertInto('kept_backup')
    .values(kept)
    .onConflict((conflict) => conflict.columns(['mark', 'number']).doUpdateSet(kept))
    .execute()
}

export async function setComplete(tx: Tx, mark: string, number: number, complete: 0 | 1): Promise<void> {
  await tx
    .updateTable('kept_backup')
    .set({ complete })
    .where('mark', '=', mark)
    .where('number', '=', number)
    .execute()
}

export async function deleteKept(tx: Tx, mark: string, number: number): Promise<void> {
  await tx.deleteFrom('kept_backup').where('mark', '=', mark).where('number', '=', number).execute()
}

export const findPlaceByMark = (db: Db, mark: string): Promise<KnownPlace | undefined> =>
  db.selectFrom('backup_place').selectAll().where('mark', '=', mark).executeTakeFirst()
