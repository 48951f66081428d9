import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useDatabase } from '@holdfast/server/testkit/database/databases'
import { createProbeTable, insertProbe, probeNames } from '@holdfast/server/testkit/database/probe'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import pg from 'pg'
import { Slot } from './slots.ts'
import { attempt } from './transaction.ts'

/** Is written last, whenever it was gathered first. */
const LAST = gathering('records')
const FIRST = gathering('storage')

function gathering(when: 'storage' | 'records') {
  return new Slot<string[]>({
    begin: () => [],
    join: (around, own) => around.push(...own),
    settling: {
      when,
      settle: async (tx, names) => {
        for (const name of names) await insertProbe(tx, name)
      },
    },
  })
}

const FAILING = new Slot<{ throws: boolean }>({
  begin: () => ({ throws: false }),
  settling: {
    when: 'checks',
    settle: (_, { throws }) => {
      if (throws) throw new Error('this does not add up')
    },
  },
})

for (const stack of STACKS)
  describe(`what a transaction carries on ${stack.name}`, () => {
    const world = useDatabase(stack, createProbeTable)
    const names = async (start: string) =>
      (await probeNames(world.db.read)).filter((name) => name.startsWith(start))

    it('is written with it, by nobody who has to remember it, and in a fixed order', async () => {
      await world.db.write(async (tx) => {
        LAST.of(tx).push('a last')
        FIRST.of(tx).push('a first')
        await insertProbe(tx, 'a work')
      })
      assert.deepEqual(await names('a'), ['a work', 'a first', 'a last'])
    })

    it('is none of another transaction', async () => {
      await Promise.all(
        ['b1', 'b2', 'b3'].map((name) =>
          world.db.write(async (tx) => {
            LAST.of(tx).push(name)
          }),
        ),
      )
      await world.db.write(async (tx) => {
        assert.deepEqual(LAST.of(tx), [])
      })
      assert.deepEqual((await names('b')).sort(), ['b1', 'b2', 'b3'])
    })

    it('keeps what attempts leave that came to something, and nothing of the others', async () => {
      await world.db.write(async (tx) => {
        LAST.of(tx).push('c before')
        await attempt(tx, async (own) => {
          LAST.of(own).push('c done')
          await attempt(own, async (inner) => LAST.of(inner).push('c within'))
        })
        const refused = attempt(tx, async (own) => {
          LAST.of(own).push('c refused')
          await attempt(own, async (inner) => LAST.of(inner).push('c within refused'))
          throw new Error('no')
        })
        await assert.rejects(refused, /^Error: no$/)
        LAST.of(tx).push('c after')
      })
      assert.deepEqual(await names('c'), ['c before', 'c done', 'c within', 'c after'])
    })

    it('undoes the transaction where it cannot be settled', async () => {
      const write = world.db.write(async (tx) => {
        await insertProbe(tx, 'd work')
        LAST.of(tx).push('d last')
        FAILING.of(tx).throws = true
      })
      await assert.rejects(write, /does not add up/)
      assert.deepEqual(await names('d'), [])
    })

    it('may not look beside the transaction either', async () => {
      const looking = new Slot<boolean>({
        begin: () => true,
        settling: { when: 'checks', settle: () => void world.db.read },
      })
      const write = world.db.write(async (tx) => looking.of(tx))
      await assert.rejects(write, /inside a transaction: pass the transaction/)
    })
  })

describe('what a transaction carries', () => {
  const large = STACKS.find(({ name }) => name.startsWith('postgres'))
  assert.ok(large)
  const world = useDatabase(large, createProbeTable)

  it('begins anew when it runs again', async () => {
    let runs = 0
    await world.db.write(async (tx) => {
      LAST.of(tx).push(`run ${++runs}`)
      if (runs === 1) throw Object.assign(new pg.DatabaseError('again', 1, 'error'), { code: '40001' })
    })
    assert.deepEqual(await probeNames(world.db.read), ['run 2'])
  })
})
