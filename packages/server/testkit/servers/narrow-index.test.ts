import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Sqlite from 'better-sqlite3'
import { migrate } from '../../src/platform/db/migrations/migrate.ts'
import { openSqlite } from '../../src/platform/db/sqlite.ts'
import { narrowerThan, tablesOf } from './narrow-index.ts'
import { makeTempDir } from './stacks.ts'

/** Statements as they once were: each read a whole log for every row that it found. */
const ONCE = [
  `select c.entry_id as id, c.seq from change c
    where c.root_id = ? and c.seq > ? and c.seq <= ? and c.op not in ('lock', 'unlock') and c.entry_id <> 0
      and not exists (select 1 from change n where n.root_id = c.root_id and n.entry_id = c.entry_id
        and n.seq > c.seq and n.seq <= ? and n.op not in ('lock', 'unlock'))
    order by c.seq limit ?`,
  `select c.entry_id as id, c.seq from change c
    where c.root_id = ? and c.seq > ? and c.seq <= ? and c.op not in ('lock', 'unlock') and c.entry_id <> 0
      and exists (select 1 from change t where t.root_id = c.root_id and t.entry_id = c.entry_id
        and t.seq > ? and t.seq <= ? and t.op not in ('lock', 'unlock') and t.person_id = ?)
    order by c.seq limit ?`,
  `with item (id) as (
      select distinct t.entry_id from change t
      where t.root_id = ? and t.seq >= ? and t.seq <= ? and t.op not in ('lock', 'unlock') and t.entry_id <> 0 and 1 = 1
    )
    select c.entry_id as id, c.seq, c.kind, c.name, case when 1 = 1 then 1 else 0 end as theirs
    from item cross join change c
    where c.root_id = ? and c.entry_id = item.id and c.seq >= ? and c.seq <= ? and c.op not in ('lock', 'unlock')
    order by c.entry_id, c.seq limit ?`,
]
/** Not of ours, and as bad. */
const INVENTED = 'select * from change where root_id = ? and seq > ? and machine_id = ? order by seq limit ?'
const GOOD = [
  'select * from change where root_id = ? and seq > ? order by seq limit ?',
  `select * from change where root_id = ? and machine_id is not null and (machine_id, seq) >= (?, ?)
    and (machine_id, seq) <= (?, ?) order by machine_id, seq limit ?`,
  'select * from entry where root_id = ? and parent_id = ? and name_key > ? order by name_key limit ?',
  'select * from change where root_id = ? and seq = ? and entry_id = ?',
  // The second table is read by what the first one has.
  `select v.parent_id from change c cross join entry_version v
    where v.root_id + 0 = ? and v.entry_id = c.entry_id and v.seq_to = c.seq and c.root_id = ? and c.seq > ?`,
]

describe('the guard of indexes', () => {
  async function plans(): Promise<(statement: string) => string[]> {
    const file = `${await makeTempDir()}/plans.db`
    const db = await openSqlite(file)
    await migrate(db, 0)
    await db.close()
    const reader = new Sqlite(file, { readonly: true })
    const ask = (statement: string, values: readonly unknown[]) => reader.prepare(statement).all(values)
    const indexes = tablesOf(ask)
    return (statement) => {
      const values = Array.from(statement.matchAll(/\?/g), () => null)
      const steps = ask(`explain query plan ${statement}`, values) as { detail: string }[]
      return narrowerThan(
        statement,
        steps.map(({ detail }) => detail),
        indexes,
      )
    }
  }

  it('refuses a statement that reads a log where an index has what it asks for', async () => {
    const faults = await plans()
    assert.deepEqual(
      [...ONCE, INVENTED].map((statement) => faults(statement).map((fault) => fault.split(' where ')[1])),
      [
        ['change_of_entry has root_id, entry_id, seq'],
        ['change_of_entry has root_id, entry_id, seq'],
        ['change_of_entry has root_id, entry_id, seq'],
        ['change_machine_id has root_id, machine_id, seq'],
      ],
    )
  })

  it('lets pass what goes by the narrowest index', async () => {
    const faults = await plans()
    for (const statement of GOOD) assert.deepEqual(faults(statement), [], statement)
  })
})
