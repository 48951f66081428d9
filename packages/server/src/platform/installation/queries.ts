import type { Db, Tx } from '../db/database.ts'
import { preparedFirst } from '../db/prepared.ts'

const selectSecret = preparedFirst<{ name: string }, { value: string }>((db, $) =>
  db.selectFrom('installation').select('value').where('name', '=', $('name')).compile(),
)
export const findSecret = async (db: Db, name: string): Promise<string | undefined> =>
  (await selectSecret(db, { name }))?.value

/** Keeps the secret that is there, whichever server made it first. */
export async function insertSecret(tx: Tx, name: string, value: string): Promise<void> {
  await tx
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

export async function deleteSecret(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('installation').where('name', '=', name).execute()
}
