import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useDatabase } from '@holdfast/server/testkit/database/databases'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { migrate } from './migrations/migrate.ts'
import { Turns } from './turns.ts'

/** Some milliseconds of work in one row. */
const countUp = (db: Db) =>
  sql`with recursive n (n) as (select 1 union all select n + 1 from n where n < 5000) select max(n) from n`.execute(
    db,
  )
const STATEMENTS = 200

/** How often others had a turn while `work` went on; the first that `takes` one more has it. */
async function turnsDuring(work: () => Promise<void>, takes = () => false): Promise<number> {
  let turns = 0
  let isOver = false
  let taken = false
  const next = () => {
    if (isOver) return
    turns++
    if (!taken) taken = takes()
    setImmediate(next)
  }
  setImmediate(next)
  await work()
  isOver = true
  return turns
}

async function runMany(db: Db): Promise<void> {
  for (let n = 0; n < STATEMENTS; n++) await countUp(db)
}

for (const stack of STACKS)
  describe(`many statements in a row on ${stack.name}`, () => {
    const world = useDatabase(stack, async (db) => void (await migrate(db, 0)))

    it('let others have a turn in between', async () => {
      const turns = await turnsDuring(() => runMany(world.db.read))
      assert.ok(turns >= 5, `${turns} turns`)
    })

    it('do so in a transaction, of which others see nothing and between whose statements nobody writes', async () => {
      await world.db.write((tx) => sql`create table turn_probe (name text primary key)`.execute(tx))
      const put = (tx: Db, name: string) => sql`insert into turn_probe values (${name})`.execute(tx)
      const names = async (db: Db) =>
        (await sql<{ name: string }>`select name from turn_probe order by name`.execute(db)).rows.map(
          ({ name }) => name,
        )
      let isWriting = false
      let seen: Promise<string[]> | undefined
      let beside: Promise<unknown> | undefined
      const lookAndWrite = () => {
        if (isWriting) {
          seen = names(world.db.read)
          beside = world.db.write((other) => put(other, 'another'))
        }
        return isWriting
      }
      const write = () =>
        world.db.write(async (tx) => {
          await put(tx, 'a long one')
          isWriting = true
          await runMany(tx)
          if (world.db.dialect === 'sqlite') assert.deepEqual(await names(tx), ['a long one'])
          // Others may be slow to look: it is not over before they have.
          await seen
        })
      const turns = await turnsDuring(write, lookAndWrite)
      assert.ok(turns >= 5, `${turns} turns`)
      await beside
      // PostgreSQL lets others write beside it.
      assert.ok(seen && !(await seen).includes('a long one'))
      if (world.db.dialect === 'sqlite') assert.deepEqual(await seen, [])
      assert.deepEqual(await names(world.db.read), ['a long one', 'another'])
    })
  })

describe('turns', () => {
  it('are given after ten milliseconds of statements, and begin anew with the next one', async () => {
    let now = 0
    const turns = new Turns(() => now)
    const take = (ms: number) =>
      turns.count(() => {
        now += ms
      })
    take(9)
    assert.equal(turns.next(), undefined)
    take(1)
    const waiting = turns.next()
    assert.ok(waiting)
    assert.equal(turns.next(), waiting, 'all wait for the same')
    await waiting
    assert.equal(turns.next(), undefined)
  })
})
