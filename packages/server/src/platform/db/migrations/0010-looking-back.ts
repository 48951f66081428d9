import { type RawBuilder, sql } from 'kysely'
import type { Columns } from '../columns.ts'
import type { Tx } from '../database.ts'

const BATCH = 500

export async function up(tx: Tx, columns: Columns): Promise<void> {
  await tx.schema
    .alterTable('entry_version')
    .addColumn('name_key', columns.key, (c) => c.notNull().defaultTo(''))
    .execute()
  await foldNames(tx)
  // Who did what, on which device, and what befell an item.
  await tx.schema
    .createIndex('change_of_entry')
    .on('change')
    .columns(['root_id', 'entry_id', 'seq'])
    .execute()
  for (const column of ['person_id', 'machine_id', 'first_seq'])
    await tx.schema
      .createIndex(`change_${column}`)
      .on('change')
      .columns(['root_id', column, 'seq'])
      .where(sql.ref(column), 'is not', null)
      .execute()
}

/** Earlier names sort like present ones, by a key that the databases cannot make. */
async function foldNames(tx: Tx): Promise<void> {
  let [entry, from] = [0, 0]
  for (;;) {
    const { rows } = await sql<{ entry_id: number; seq_from: number; name: string }>`
      select entry_id, seq_from, name from entry_version where (entry_id, seq_from) > (${entry}, ${from})
      order by entry_id, seq_from limit ${BATCH}`.execute(tx)
    const last = rows.at(-1)
    if (!last) return
    ;[entry, from] = [last.entry_id, last.seq_from]
    const keys = rows.map(
      ({ entry_id, seq_from, name }): RawBuilder<unknown> =>
        sql`(cast(${entry_id} as bigint), cast(${seq_from} as bigint), cast(${foldedName(name)} as text))`,
    )
    await sql`
      with folded (entry_id, seq_from, name_key) as (values ${sql.join(keys)})
      update entry_version set name_key = folded.name_key from folded
      where entry_version.entry_id = folded.entry_id and entry_version.seq_from = folded.seq_from`.execute(tx)
  }
}

/** As names were folded when this was written. */
const foldedName = (name: string): string =>
  name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
