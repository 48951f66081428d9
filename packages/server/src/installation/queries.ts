import type { Db, Tx } from '../db/database.ts'

export async function findSecret(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** Keeps the secret that is there, whichever server made it first. */
export async function insertSecret(tx: Tx, name: string, value: string): Promise<void> {
  await tx
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}
