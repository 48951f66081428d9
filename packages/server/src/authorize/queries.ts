import type { Db, Tx } from '../db/database.ts'

const SECRET = 'form_secret'

export async function findFormSecret(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', SECRET)
    .executeTakeFirst()
  return row?.value
}

/** Keeps the secret that is there, whichever server made it first. */
export async function insertFormSecret(tx: Tx, value: string): Promise<void> {
  await tx
    .insertInto('installation')
    .values({ name: SECRET, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}
