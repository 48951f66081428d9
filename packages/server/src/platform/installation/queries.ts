import type { Instant } from '@holdfast/api/time'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { keysOf } from '../db/keys.ts'
import { preparedFirst } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import { ACROSS_ROOTS } from '../db/statements.ts'
import { isMissingTable } from '../db/violations.ts'

const selectSecret = preparedFirst<{ name: string }, { value: Buffer }>((db, $) =>
  db.selectFrom('installation').select('value').where('name', '=', $('name')).compile(),
)
export async function findSecret(db: Db, name: string): Promise<string | undefined> {
  const row = await selectSecret(db, { name })
  return row && keysOf(db).open('installation.value', name, row.value)
}

/** Keeps the secret that is there, whichever server made it first. */
export async function insertSecret(tx: Tx, name: string, secret: string): Promise<void> {
  const value = keysOf(tx).seal('installation.value', name, secret)
  await tx
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

export async function deleteSecret(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('installation').where('name', '=', name).execute()
}

/** Whoever has the places of backups now, makes and removes backups there that this database does not know. */
export async function forgetKeptBackups(tx: Tx): Promise<void> {
  await tx.deleteFrom('kept_backup').execute()
}

/** What changes from now on has higher numbers. */
export async function noteEpochInRoots(tx: Tx): Promise<void> {
  await tx
    .updateTable('root')
    .set({ epoch_seq: sql.ref('seq') })
    .execute()
}

export type MasterKeyRow = Selectable<Schema['master_key']>

/** From the oldest to the newest; none before the first start. */
export const listMasterKeys = (db: Db): Promise<MasterKeyRow[]> =>
  db.selectFrom('master_key').selectAll().orderBy('version').execute()

/** Keeps the version that is there, whichever server made it first. */
export async function insertMasterKey(tx: Tx, row: MasterKeyRow): Promise<void> {
  await tx
    .insertInto('master_key')
    .values(row)
    .onConflict((conflict) => conflict.column('version').doNothing())
    .execute()
}

export async function setResealed(tx: Tx, version: number, at: Instant): Promise<void> {
  await tx.updateTable('master_key').set({ resealed_at: at }).where('version', '=', version).execute()
}

export const hasBlobs = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('chunk')
    .select('id')
    .where('blob_key', 'is not', null)
    .where('stored', '=', sql.lit(1))
    .limit(1)
    .modifyEnd(ACROSS_ROOTS)
    .executeTakeFirst()) !== undefined

/** Whether the database has been used by a service. */
export const isInUse = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('organization').select('id').limit(1).executeTakeFirst()) !== undefined

/** Such a row also holds off the sweep, and is in no copy of the database. */
const MOVED = 'moved'

/** The text that `setMovedMark` has left. The database may be of any form, or of none yet. */
export async function findMovedMark(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('sweep_hold')
    .select('holder')
    .where('purpose', '=', MOVED)
    .executeTakeFirst()
    .catch((error) => {
      if (!isMissingTable(error)) throw error
    })
  return row?.holder
}

export async function setMovedMark(tx: Tx, mark: string): Promise<void> {
  const row = { purpose: MOVED, holder: mark, until: Number.MAX_SAFE_INTEGER }
  await tx
    .insertInto('sweep_hold')
    .values(row)
    .onConflict((conflict) => conflict.column('purpose').doUpdateSet(row))
    .execute()
}

export async function deleteMovedMark(tx: Tx): Promise<void> {
  await tx.deleteFrom('sweep_hold').where('purpose', '=', MOVED).execute()
}
