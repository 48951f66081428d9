import type { Instant } from '@holdfast/api/time'
import type { Db, Tx } from '../platform/db/database.ts'

/** When figures that lists show were last counted; undefined before that. */
export async function findCountedAt(db: Db, name: string): Promise<Instant | undefined> {
  const row = await db.selectFrom('counted_figure').select('at').where('name', '=', name).executeTakeFirst()
  return row?.at
}

export async function noteCounted(tx: Tx, name: string, at: Instant): Promise<void> {
  await tx
    .insertInto('counted_figure')
    .values({ name, at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ at }))
    .execute()
}
