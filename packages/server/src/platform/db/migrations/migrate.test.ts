import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { ROOT_POLICY } from '@holdfast/api/policy'
import { useDatabase } from '@holdfast/server/testkit/database/databases'
import { openQuietly } from '@holdfast/server/testkit/database/open-quietly'
import { recordMigration } from '@holdfast/server/testkit/database/probe'
import { startChild } from '@holdfast/server/testkit/servers/children'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { insertOrganization } from '../../../records/organizations.ts'
import type { Tx } from '../database.ts'
import type { Schema } from '../schema.ts'
import { columnsOf, type Dialect } from '../tables/columns.ts'
import { up as createSchema } from './0001-schema.ts'
import { DatabaseFormError, MIGRATIONS, type Migrations, migrate } from './migrate.ts'

const NAMES = Object.keys(MIGRATIONS)
/** The end of a name that still changes with what the migration makes. */
const UNRELEASED = /-[0-9a-f]{8}$/
const ORGANIZATION = { name: 'A', slug: 'a', email: 'a@x.test', active: 1 as const, policy: ROOT_POLICY }

for (const stack of STACKS) {
  describe(`migrating on ${stack.name}`, () => {
    const world = useDatabase(stack)
    const recorded = async () => {
      const { rows } = await sql<{ name: string; applied_at: number }>`
        select name, applied_at from migration order by name`.execute(world.db.read)
      return rows.map((row) => ({ ...row }))
    }

    it('applies every migration, in order and once', async () => {
      assert.deepEqual(await migrate(world.db, 1000), NAMES)
      assert.deepEqual(await migrate(world.db, 2000), [])
      assert.deepEqual(
        await recorded(),
        NAMES.map((name) => ({ name, applied_at: 1000 })),
      )
      assert.deepEqual(await world.db.read.selectFrom('organization').selectAll().execute(), [])
    })

    it('adds a later migration to what is there', async () => {
      await world.db.write((tx) => insertOrganization(tx, { ...ORGANIZATION, created_at: 5 }))
      const later: Migrations = {
        ...MIGRATIONS,
        '0002-mottos': async (tx, { flag }) => {
          await tx.schema.alterTable('organization').addColumn('motto', 'text').execute()
          await tx.schema
            .alterTable('organization')
            .addColumn('loud', flag, (c) => c.notNull().defaultTo(1))
            .execute()
        },
      }
      assert.deepEqual(await migrate(world.db, 2500, later), ['0002-mottos'])
      assert.deepEqual(await migrate(world.db, 2600, later), [])
      const { rows } = await sql`select name, created_at, motto, loud from organization`.execute(
        world.db.read,
      )
      assert.deepEqual(
        rows.map((row) => ({ ...(row as object) })),
        [{ name: ORGANIZATION.name, created_at: 5, motto: null, loud: 1 }],
      )
    })

    it('leaves nothing behind of one that fails', async () => {
      const failing: Migrations = {
        ...MIGRATIONS,
        '0002-mottos': async () => {},
        '0003-broken': async (tx) => {
          await tx.schema.alterTable('organization').addColumn('half', 'text').execute()
          throw new Error('broken')
        },
      }
      await assert.rejects(migrate(world.db, 2700, failing), /broken/)
      await assert.rejects(sql`select half from organization`.execute(world.db.read))
      assert.equal((await recorded()).length, NAMES.length + 1)
    })

    const refused = async (name: string, sentence: RegExp) => {
      await recordMigration(world.db, name)
      const before = await recorded()
      await assert.rejects(migrate(world.db, 3000), (error) => {
        assert.ok(error instanceof DatabaseFormError)
        assert.match(error.message, sentence)
        return true
      })
      assert.deepEqual(await recorded(), before)
      await world.db.write((tx) => sql`delete from migration where name = ${name}`.execute(tx))
    }

    it('is refused on a database of a newer version, which stays as it is', () =>
      refused(
        '9999-future',
        /changed by a newer version of Holdfast \(0002-mottos, 9999-future\)\. Start that version\./,
      ))

    it('is refused on a database from before the first release, which stays as it is', async () => {
      await refused(
        '0001-accounts',
        /from before the first release.+was not changed.+start with an empty database/,
      )
      await refused('0001-schema-ffffffff', /from before the first release/)
    })
  })

  describe(`several servers that migrate on ${stack.name} at once`, () => {
    const world = useDatabase(stack)

    it('apply each migration once', async () => {
      const task = { kind: 'migrate', database: world.location, name: 'migrate' } as const
      const children = [startChild(task), startChild(task), startChild(task)]
      const beside = await openQuietly(world.location)
      const here = await Promise.all([migrate(world.db, 0), migrate(beside, 0)])
      await beside.close()
      for (const child of children) assert.equal(await child.ended, 0, child.errors.join('\n'))
      const there: string[][] = children.map((child) => JSON.parse(child.lines[0] ?? ''))
      const applied = [...here, ...there].filter((names) => names.length > 0)
      assert.deepEqual(applied, [NAMES])
    })
  })
}

describe('migrations', () => {
  it('are numbered from 1 without gaps, each in a file of its own', async () => {
    const files = await readdir(import.meta.dirname)
    const expected = files.filter((file) => /^\d/.test(file)).map((file) => path.basename(file, '.ts'))
    assert.deepEqual(
      NAMES.map((name) => name.replace(UNRELEASED, '')),
      expected.sort(),
    )
    assert.deepEqual(
      NAMES.map((name) => Number(name.slice(0, 4))),
      NAMES.map((_, n) => n + 1),
    )
  })

  it('are named after what they make, until they are released', async () => {
    const digest = createHash('sha256')
    for (const dialect of ['sqlite', 'postgres'] as const)
      for (const statement of await statementsOf(dialect)) digest.update(statement)
    assert.equal(UNRELEASED.exec(NAMES[0] ?? '')?.[0], `-${digest.digest('hex').slice(0, 8)}`)
  })
})

/** What the first migration says to a database of the kind. */
async function statementsOf(dialect: Dialect): Promise<string[]> {
  const statements: string[] = []
  const [adapter, compiler] =
    dialect === 'sqlite'
      ? [new SqliteAdapter(), new SqliteQueryCompiler()]
      : [new PostgresAdapter(), new PostgresQueryCompiler()]
  const recorder: Kysely<Schema> = new Kysely<Schema>({
    dialect: {
      createAdapter: () => adapter,
      createQueryCompiler: () => compiler,
      createDriver: () => new DummyDriver(),
      createIntrospector: () => new SqliteIntrospector(recorder),
    },
    log: (event) => {
      statements.push(event.query.sql)
    },
  })
  await createSchema(recorder as Tx, columnsOf(dialect))
  return statements
}
