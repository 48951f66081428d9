import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useDatabase } from '@holdfast/server/testkit/database/databases'
import { createProbeTable, insertProbe } from '@holdfast/server/testkit/database/probe'
import { hasBareLimit } from '@holdfast/server/testkit/servers/root-guard'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type CompiledQuery, sql } from 'kysely'
import type { Database, Db } from './database.ts'

const NAMES = ['a', 'b', 'c', 'd', 'e']

async function prepare(db: Database): Promise<void> {
  await createProbeTable(db)
  await db.write(async (tx) => {
    for (const name of NAMES) await insertProbe(tx, name)
  })
}

type Name = { name: string }
const part = (limit: number) => sql`order by id limit ${limit}`
/** The second and third name, in each way in which a limit is said. */
const WAYS: Readonly<Record<string, (db: Db) => CompiledQuery<Name>>> = {
  'by the builder': (db) =>
    db
      .selectFrom('probe' as 'person')
      .select('name' as 'email')
      .orderBy('id')
      .limit(2)
      .offset(1)
      .compile() as unknown as CompiledQuery<Name>,
  'in a text': (db) => sql<Name>`select name from probe order by id LIMIT ${2} offset ${1}`.compile(db),
  'in a text over two lines': (db) =>
    sql<Name>`select name from probe order by id limit
      ${2} offset ${1}`.compile(db),
  'in a part of a text': (db) =>
    sql<Name>`select name from (select * from probe ${part(3)}) as first where id > ${1} ${part(2)}`.compile(
      db,
    ),
  'as a part of its own': (db) =>
    sql<Name>`select name from probe order by id limit ${sql`${2}`} offset ${sql`${1}`}`.compile(db),
}

for (const stack of STACKS)
  describe(`a bound limit on ${stack.name}`, () => {
    const world = useDatabase(stack, prepare)

    for (const [way, build] of Object.entries(WAYS))
      it(`said ${way} gives the rows that it asks for, and has no statement prepared again`, async () => {
        const { read } = world.db
        const query = build(read)
        assert.ok(!hasBareLimit(query.sql), query.sql)
        const { rows } = await read.getExecutor().executeQuery(query)
        assert.deepEqual(rows, [{ name: 'b' }, { name: 'c' }])
      })
  })

describe('a bound limit', () => {
  it('is refused where SQLite would look at it', () => {
    for (const bare of ['select 1 limit ?', 'select 1 LIMIT  ? offset ? + 0', 'select 1 limit -1 offset ?'])
      assert.ok(hasBareLimit(bare), bare)
    for (const hidden of ['select 1 limit ? + 0 offset ? + 0', 'select 1 limit 1', 'select 1 limit $1'])
      assert.ok(!hasBareLimit(hidden), hidden)
  })
})
