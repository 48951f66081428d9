import { sql } from 'kysely'
import type { Database } from '../../src/platform/db/database.ts'

/** Makes all ids from here on as large as those of an installation that has been busy for years. */
export async function continueIdsFrom(db: Database, id: number): Promise<void> {
  await db.write(async (tx) => {
    if (db.dialect === 'sqlite') {
      const { rows } = await sql<{ name: string }>`
        select name from sqlite_master where type = 'table' and sql like '%autoincrement%'`.execute(tx)
      await sql`delete from sqlite_sequence`.execute(tx)
      for (const { name } of rows)
        await sql`insert into sqlite_sequence (name, seq) values (${name}, ${id - 1})`.execute(tx)
      return
    }
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and is_identity = 'YES'`.execute(tx)
    for (const { name } of rows)
      await sql`alter table ${sql.table(name)} alter column id restart with ${sql.lit(id)}`.execute(tx)
  })
}
