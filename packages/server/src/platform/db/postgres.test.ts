import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, it } from 'node:test'
import { useDatabase } from '@holdfast/server/testkit/database/databases'
import { openQuietly } from '@holdfast/server/testkit/database/open-quietly'
import { createProbeTable, insertProbe, probeNames } from '@holdfast/server/testkit/database/probe'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { sql } from 'kysely'
import type { Tx } from './database.ts'

const raise = (tx: Tx, name: string) =>
  sql`update probe set count = count + 1 where name = ${name}`.execute(tx)

/** Runs something as if it came from outside of the transaction that waits for it. */
const outside = AsyncLocalStorage.snapshot()

/** Lets those that come wait for each other, the first time they meet. */
function meeting(size: number): () => Promise<void> {
  let missing = size
  let open = () => {}
  const met = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    if (--missing === 0) open()
    return met
  }
}

describe('PostgreSQL', () => {
  const large = STACKS.find(({ name }) => name.startsWith('postgres'))
  assert.ok(large)
  const world = useDatabase(large, async (db) => {
    await createProbeTable(db)
    await db.write(async (tx) => {
      for (const name of ['left', 'right', 'counted']) await insertProbe(tx, name)
    })
  })
  const countOf = async (name: string) => {
    const { rows } = await sql<{ count: number }>`select count from probe where name = ${name}`.execute(
      world.db.read,
    )
    return rows[0]?.count
  }

  it('runs a transaction again that a deadlock ended', async () => {
    const meet = meeting(2)
    let runs = 0
    const raiseBoth = (first: string, second: string) =>
      world.db.write(async (tx) => {
        runs++
        await raise(tx, first)
        await meet()
        await raise(tx, second)
      })
    await Promise.all([raiseBoth('left', 'right'), raiseBoth('right', 'left')])
    // On a busy machine the server may end both, or the second try as well.
    assert.ok(runs >= 3, `${runs} runs`)
    assert.deepEqual([await countOf('left'), await countOf('right')], [2, 2])
  })

  it('runs a transaction again that could not be serialized', async () => {
    const meet = meeting(2)
    let runs = 0
    const raiseSerially = () =>
      world.db.write(async (tx) => {
        runs++
        await sql`set transaction isolation level repeatable read`.execute(tx)
        await sql`select count from probe where name = 'counted'`.execute(tx)
        await meet()
        await raise(tx, 'counted')
      })
    await Promise.all([raiseSerially(), raiseSerially()])
    assert.equal(runs, 3)
    assert.equal(await countOf('counted'), 2)
  })

  it('gives up after some attempts, and does not repeat what failed for another reason', async () => {
    const failing = async (statement: string, attempts: number) => {
      let runs = 0
      const write = world.db.write(async (tx) => {
        runs++
        await sql.raw(statement).execute(tx)
      })
      await assert.rejects(write)
      assert.equal(runs, attempts)
    }
    await failing("do $$ begin raise exception 'again' using errcode = '40001'; end $$", 8)
    await failing("do $$ begin raise exception 'no' using errcode = '23514'; end $$", 1)
  })

  it('survives connections that break, used or idle', async () => {
    const ownId = async (tx: Tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      return rows[0]?.pid
    }
    const another = await openQuietly(world.location)
    const cut = (pid: number | undefined) =>
      another.write((tx) => sql`select pg_terminate_backend(${pid}, 5000)`.execute(tx))
    const broken = world.db.write(async (tx) => {
      const pid = await ownId(tx)
      await insertProbe(tx, 'broken')
      await outside(() => cut(pid))
      await insertProbe(tx, 'never')
    })
    await assert.rejects(broken)
    await cut(await world.db.write(ownId))
    await world.db.write((tx) => insertProbe(tx, 'whole'))
    const names = await probeNames(world.db.read)
    assert.ok(names.includes('whole') && !names.includes('broken'))
    await another.close()
  })

  it('outlives a change of the tables that statements were prepared for', async () => {
    const readAll = () =>
      sql<{ extra?: string }>`select * from probe where name = ${'left'}`.execute(world.db.read)
    const another = await openQuietly(world.location)
    await readAll()
    await another.write((tx) => sql`alter table probe add column extra text default 'new'`.execute(tx))
    const { rows } = await world.db.write((tx) =>
      sql<{ extra?: string }>`select * from probe where name = ${'left'}`.execute(tx),
    )
    assert.equal(rows[0]?.extra, 'new')
    assert.equal((await readAll()).rows[0]?.extra, 'new')
    await another.close()
  })
})
