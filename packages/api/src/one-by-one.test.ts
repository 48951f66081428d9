import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { OneByOne, OneByOneFor } from './one-by-one.ts'

/** Work that begins when it is its turn, and ends when the test says so. */
function piece(name: string, said: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const work = () => {
    said.push(name)
    return promise
  }
  return { work, end: () => resolve(name), fail: () => reject(new Error(name)) }
}

/** All that can happen by itself has happened. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('work that is done one by one', () => {
  it('begins in the order in which it was given, when all before it has ended', async () => {
    const said: string[] = []
    const queue = new OneByOne()
    const [a, b, c] = [piece('a', said), piece('b', said), piece('c', said)]
    const results = [a, b, c].map(({ work }) => queue.run(work))
    b.end()
    c.end()
    await settled()
    assert.deepEqual([said, queue.size], [['a'], 3])
    a.end()
    assert.deepEqual(await Promise.all(results), ['a', 'b', 'c'])
    assert.deepEqual([said, queue.size], [['a', 'b', 'c'], 0])
  })

  it('goes on after an error, which only those hear of who wait for that work', async () => {
    const said: string[] = []
    const queue = new OneByOne()
    const [a, b] = [piece('a', said), piece('b', said)]
    const first = queue.run(a.work)
    const unheard = queue.run(() => {
      throw new Error('at once')
    })
    const last = queue.run(b.work)
    a.fail()
    b.end()
    await assert.rejects(first, /^Error: a$/)
    assert.equal(await last, 'b')
    await queue.idle()
    // One that nobody waited for would have ended the process by now.
    await settled()
    await assert.rejects(unheard, /at once/)
    assert.equal(queue.size, 0)
  })

  it('is idle when all that was given until then has ended', async () => {
    const said: string[] = []
    const queue = new OneByOne()
    await queue.idle()
    const [a, b] = [piece('a', said), piece('b', said)]
    void queue.run(a.work)
    const idle = queue.idle().then(() => said.push('idle'))
    await settled()
    assert.deepEqual(said, ['a'])
    void queue.run(b.work)
    a.fail()
    await idle
    assert.ok(said.includes('idle'))
    assert.equal(queue.size, 1, 'what came later is under way')
    b.end()
    await queue.idle()
  })

  it('waits for work on the same key only, and keeps nothing of a key without work', async () => {
    const said: string[] = []
    const queues = new OneByOneFor<string>()
    const [a, b, other] = [piece('a', said), piece('b', said), piece('other', said)]
    const first = queues.run('key', a.work)
    const second = queues.run('key', b.work)
    const third = queues.run('another', other.work)
    await settled()
    assert.deepEqual([said, queues.size], [['a', 'other'], 2])
    a.fail()
    await assert.rejects(first, /^Error: a$/)
    await settled()
    assert.deepEqual([said, queues.size], [['a', 'other', 'b'], 2])
    b.end()
    other.end()
    assert.deepEqual(await Promise.all([second, third]), ['b', 'other'])
    assert.equal(queues.size, 0)
  })
})
