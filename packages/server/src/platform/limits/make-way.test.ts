import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { MakeWay } from './make-way.ts'

/** At the latest. */
const LOOK_EVERY_MS = 5

describe('work that makes way', () => {
  const spin = (ms: number) => {
    const until = performance.now() + ms
    while (performance.now() < until) {}
  }

  it('goes on at once, in long slices, where nobody is served', async () => {
    const way = new MakeWay()
    const request = {}
    way.comes(request)
    way.canWait(request)
    let slices = 0
    const working = (async () => {
      for (; slices < 50; slices++) await way.slice('ann', (isShort) => assert.equal(isShort, false))
    })()
    await setImmediate()
    assert.equal(slices, 50)
    await working
  })

  it('waits while somebody is served, and comes in short slices after that', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const way = new MakeWay()
    const request = {}
    // It has had its part of the time for a good while.
    await way.slice('ann', () => spin(30))
    way.comes(request)
    let done = false
    const working = way.slice('ann', (isShort) => {
      done = true
      return isShort
    })
    const look = async () => {
      t.mock.timers.tick(LOOK_EVERY_MS)
      await setImmediate()
    }
    for (let n = 0; n < 10; n++) await look()
    assert.equal(done, false)
    way.leaves(request)
    while (!done) await look()
    assert.equal(await working, true)
  })

  it('is needed while somebody is served, and for a while after', async () => {
    const way = new MakeWay()
    const request = {}
    assert.equal(way.isNeeded(), false)
    way.comes(request)
    assert.equal(way.isNeeded(), true)
    way.leaves(request)
    assert.equal(way.isNeeded(), true)
  })

  it('has its part of the time, however many are served', async () => {
    const way = new MakeWay()
    way.comes({})
    for (let n = 0; n < 5; n++) await way.slice('ann', () => spin(1))
    assert.deepEqual(await way.map('ann', [1, 2, 3], (n) => 2 * n), [2, 4, 6])
  })

  it('is done by turns of those who have some', async () => {
    const way = new MakeWay()
    const done: string[] = []
    const work = (who: string) => way.slice(who, () => setImmediate(done.push(who)))
    await Promise.all([work('flood'), work('flood'), work('flood'), work('ann')])
    assert.deepEqual(done, ['flood', 'flood', 'ann', 'flood'])
  })
})
