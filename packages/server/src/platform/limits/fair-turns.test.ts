import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { FairTurns } from './fair-turns.ts'

describe('fair turns', () => {
  /** Work that ends when it is told to, and what has begun so far. */
  function bench(turns: FairTurns) {
    const begun: string[] = []
    const ends: (() => void)[] = []
    const ask = (who: string, name = who) =>
      turns.during(who, async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.push(resolve))
      })
    const endOne = async () => {
      ends.shift()?.()
      await setImmediate()
    }
    return { begun, ask, endOne }
  }

  it('run no more at once than they say, and go around by who asks', async () => {
    const { begun, ask, endOne } = bench(new FairTurns(2, 60_000, 'busy'))
    const flood = [1, 2, 3, 4, 5, 6].map((n) => ask('flood', `flood ${n}`))
    const others = [ask('ann'), ask('bob')]
    await setImmediate()
    assert.deepEqual(begun, ['flood 1', 'flood 2'])
    for (let n = 0; n < 8; n++) await endOne()
    await Promise.all([...flood, ...others])
    assert.deepEqual(begun.slice(2), ['flood 3', 'ann', 'bob', 'flood 4', 'flood 5', 'flood 6'])
  })

  it('refuse what waited too long, and go on', async () => {
    const turns = new FairTurns(1, 1, 'busy')
    const { ask, endOne } = bench(turns)
    const first = ask('ann')
    await assert.rejects(ask('bob'), { code: 'temporarily_unavailable', message: 'busy' })
    await endOne()
    await first
    assert.equal(await turns.during('bob', async () => 1), 1)
    await assert.rejects(
      turns.during('bob', () => Promise.reject(new Error('broken'))),
      /broken/,
    )
    assert.equal(await turns.during('bob', async () => 2), 2)
  })
})
