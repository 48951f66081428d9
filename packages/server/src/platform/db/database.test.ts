import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import type { OrganizationId } from '@holdfast/api/ids'
import { useDatabase } from '@holdfast/server/testkit/database/databases'
import { openQuietly } from '@holdfast/server/testkit/database/open-quietly'
import { createProbeTable, insertProbe, probeNames } from '@holdfast/server/testkit/database/probe'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { sql } from 'kysely'
import type { Database, Tx } from './database.ts'
import { migrate } from './migrations/migrate.ts'
import { isUniqueViolation } from './violations.ts'

const DEEP = { message: /inside a transaction: pass the transaction/ }
const ENDED = { message: 'A transaction was used after it had ended' }
const turn = () => new Promise((resume) => setImmediate(resume))

async function prepare(db: Database): Promise<void> {
  await migrate(db, 0)
  await createProbeTable(db)
}

for (const stack of STACKS) {
  describe(`a write on ${stack.name}`, () => {
    const world = useDatabase(stack, prepare)
    const names = async (start: string) =>
      (await probeNames(world.db.read)).filter((name) => name.startsWith(start))

    it('is seen by the reads that follow it', async () => {
      await world.db.write((tx) => insertProbe(tx, 'seen'))
      assert.deepEqual(await names('seen'), ['seen'])
    })

    it('that throws leaves nothing, and those beside it unharmed', async () => {
      const outcomes = await Promise.allSettled(
        [0, 1, 2, 3, 4, 5].map((n) =>
          world.db.write(async (tx) => {
            await insertProbe(tx, `beside ${n}`)
            if (n % 2 === 1) throw new Error(`no ${n}`)
            return n
          }),
        ),
      )
      const heard = outcomes.map((each) =>
        each.status === 'fulfilled' ? each.value : (each.reason as Error).message,
      )
      assert.deepEqual(heard, [0, 'no 1', 2, 'no 3', 4, 'no 5'])
      assert.deepEqual((await names('beside')).sort(), ['beside 0', 'beside 2', 'beside 4'])
    })

    it('is not committed when one of its statements failed, whatever became of the error', async () => {
      await world.db.write((tx) => insertProbe(tx, 'taken'))
      const careless = world.db.write(async (tx) => {
        await insertProbe(tx, 'careless')
        await insertProbe(tx, 'taken').catch(() => {})
        return 'fine'
      })
      await assert.rejects(careless, isUniqueViolation)
      assert.deepEqual(await names('careless'), [])
    })

    it('does not allow reading or writing beside its transaction, however deep', async () => {
      const later = async (use: () => unknown) => {
        await Promise.all([turn(), turn().then(turn)])
        await new Promise((resume) => setTimeout(resume, 1))
        return use()
      }
      const refuses = async (use: () => unknown) => {
        await assert.rejects(
          world.db.write(() => Promise.resolve(use())),
          DEEP,
        )
        await assert.rejects(
          world.db.write(() => later(use)),
          DEEP,
        )
      }
      await refuses(() => world.db.read)
      await refuses(() => world.db.write(async () => {}))
    })

    it('leaves reading and writing free to what it set going, once it has ended', async () => {
      let finish = () => {}
      const ended = new Promise<void>((resolve) => {
        finish = resolve
      })
      let after: Promise<string[]> | undefined
      await world.db.write(async () => {
        after = ended.then(() => probeNames(world.db.read))
      })
      finish()
      assert.ok(Array.isArray(await after))
    })

    it('takes its transaction away when it ends', async () => {
      let kept: Tx | undefined
      await world.db.write(async (tx) => {
        kept = tx
        await insertProbe(tx, 'kept')
      })
      assert.ok(kept)
      await assert.rejects(insertProbe(kept, 'kept too long'), ENDED)
      await assert.rejects(
        world.db.write(async (tx) => {
          kept = tx
          throw new Error('no')
        }),
      )
      await assert.rejects(insertProbe(kept, 'kept too long'), ENDED)
      assert.deepEqual(await names('kept'), ['kept'])
    })

    it('does not let a statement nobody waited for slip in behind its commit', async () => {
      let forgotten: Promise<PromiseSettledResult<number>[]> | undefined
      await world.db.write(async (tx) => {
        const late = turn().then(() => insertProbe(tx, 'forgotten 0'))
        const queued = [1, 2, 3, 4, 5].map((n) => insertProbe(tx, `forgotten ${n}`))
        forgotten = Promise.allSettled([late, ...queued])
      })
      const outcomes = await forgotten
      assert.ok(outcomes)
      const done = outcomes.flatMap((each, n) => (each.status === 'fulfilled' ? [`forgotten ${n}`] : []))
      assert.deepEqual(await names('forgotten'), done)
      assert.equal(outcomes[0]?.status, 'rejected')
      for (const each of outcomes) if (each.status === 'rejected') assert.match(each.reason.message, /ended/)
    })

    it('under way is waited for when the database is closed', async () => {
      const another = await openQuietly(world.location)
      const writes = Array.from({ length: 60 }, (_, n) =>
        another.write(async (tx) => {
          await turn()
          return insertProbe(tx, `closing ${n}`)
        }),
      )
      await another.close()
      const ids = await Promise.all(writes)
      assert.equal(new Set(ids).size, 60)
      assert.equal((await names('closing')).length, 60)
    })
  })

  describe(`values on ${stack.name}`, () => {
    const world = useDatabase(stack, prepare)

    it('that are ids, counts and sums are numbers', async () => {
      const big = 2 ** 40 + 1
      const id = await world.db.write((tx) => insertProbe(tx, 'number'))
      assert.equal(typeof id, 'number')
      await world.db.write((tx) => sql`update probe set count = ${big} where id = ${id}`.execute(tx))
      const { rows } = await sql`
        select id, count, count(*) as rows, sum(count) as sum, max(count) as max
        from probe where id = ${id} group by id, count`.execute(world.db.read)
      assert.deepEqual({ ...(rows[0] as object) }, { id, count: big, rows: 1, sum: big, max: big })
    })

    it('in key columns are sorted and compared byte by byte', async () => {
      const values = ['a', 'B', 'Z', '_', 'z', 'é', 'e\u0301', 'ß', 'ﬁ', '😀', '10', '9', 'a b', 'ab', 'A-b']
      await world.db.write(async (tx) => {
        for (const value of values) await insertProbe(tx, `k${value}`)
      })
      const sorted = values
        .map((value) => `k${value}`)
        .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      const list = async (after: string) => {
        const { rows } = await sql<{ name: string }>`
          select name from probe where name > ${after} and name < 'l' order by name`.execute(world.db.read)
        return rows.map((row) => row.name)
      }
      assert.deepEqual(await list('k'), sorted)
      assert.deepEqual(await list('kﬁ'), ['k😀'])
    })

    it('that a unique index holds already are recognised', async () => {
      const id = await world.db.write((tx) => insertProbe(tx, 'unique'))
      const again = world.db.write((tx) => insertProbe(tx, 'unique'))
      await assert.rejects(again, isUniqueViolation)
      const sameId = world.db.write((tx) =>
        sql`insert into probe (id, name) values (${id}, 'other')`.execute(tx),
      )
      await assert.rejects(sameId, isUniqueViolation)
    })

    it('that refer to nothing are refused', async () => {
      const orphan = world.db.write((tx) =>
        tx
          .insertInto('root')
          .values({ organization_id: 999 as OrganizationId, root_type: 'sync', name: 'Sync', created_at: 0 })
          .execute(),
      )
      await assert.rejects(orphan, (error) => /foreign key/i.test(String(error)) && !isUniqueViolation(error))
    })
  })
}

describe('group commit on SQLite', () => {
  const small = STACKS.find(({ name }) => name.startsWith('sqlite'))
  assert.ok(small)
  const world = useDatabase(small, createProbeTable)

  async function commits(): Promise<number> {
    assert.ok(world.location.kind === 'sqlite')
    return countCommits(await readFile(`${world.location.file}-wal`))
  }

  it('gives each write that waits for the one before it a commit of its own', async () => {
    const before = await commits()
    for (let n = 0; n < 5; n++) await world.db.write((tx) => insertProbe(tx, `alone ${n}`))
    assert.equal((await commits()) - before, 5)
  })

  it('is flushed to the disk before anyone hears of it', async () => {
    // No test can cut the power; that SQLite flushes the log at each commit is what this setting promises.
    const { rows } = await world.db.write((tx) => sql`pragma synchronous`.execute(tx))
    assert.deepEqual(rows, [{ synchronous: 2 }])
  })

  it('lets writes at the same time share one', async () => {
    const before = await commits()
    await Promise.all(
      Array.from({ length: 500 }, (_, n) => world.db.write((tx) => insertProbe(tx, `shared ${n}`))),
    )
    const made = (await commits()) - before
    assert.ok(made >= 1 && made <= 4, `${made} commits for 500 writes`)
  })
})

/** https://sqlite.org/fileformat2.html#walformat: the frame that ends a commit holds the size of the database. */
function countCommits(wal: Buffer): number {
  const frameSize = 24 + wal.readUInt32BE(8)
  let count = 0
  for (let at = 32; at + frameSize <= wal.length; at += frameSize) if (wal.readUInt32BE(at + 4) > 0) count++
  return count
}
