import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { startChild } from '@holdfast/server/testkit/children'
import { useDatabase } from '@holdfast/server/testkit/databases'
import { openQuietly } from '@holdfast/server/testkit/open-quietly'
import { recordMigration } from '@holdfast/server/testkit/probe'
import { STACKS } from '@holdfast/server/testkit/stacks'
import { sql } from 'kysely'
import { MIGRATIONS } from './index.ts'
import { migrate, NewerDatabaseError } from './migrate.ts'

const NAMES = Object.keys(MIGRATIONS)

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

    it('is refused on a database of a newer version, which stays as it is', async () => {
      const [first, ...others] = NAMES
      const forget = (name: string) =>
        world.db.write((tx) => sql`delete from migration where name = ${name}`.execute(tx))
      await recordMigration(world.db, '9999-future')
      assert.ok(first)
      await forget(first)
      await assert.rejects(migrate(world.db, 3000), (error) => {
        assert.ok(error instanceof NewerDatabaseError)
        assert.match(error.message, /written by a newer Holdfast \(9999-future\)\. Start that version\./)
        return true
      })
      assert.deepEqual(
        (await recorded()).map(({ name }) => name),
        [...others, '9999-future'],
      )
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
  it('are numbered from 1 without gaps', () => {
    const numbers = NAMES.map((name) => /^(\d{4})-[a-z0-9-]+$/.exec(name)?.[1])
    assert.deepEqual(
      numbers,
      NAMES.map((_, n) => String(n + 1).padStart(4, '0')),
    )
  })

  it('are all in the list, each by the name of its file', async () => {
    const files = await readdir(path.join(import.meta.dirname, '.'))
    const expected = files.filter((file) => /^\d/.test(file)).map((file) => path.basename(file, '.ts'))
    assert.deepEqual(NAMES, expected.sort())
  })
})
