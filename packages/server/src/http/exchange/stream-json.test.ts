import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { until } from '@holdfast/server/testkit/servers/until'
import Fastify from 'fastify'
import { ApiError, fail } from '../../errors.ts'
import type { App } from './server.ts'
import { type LongAnswer, streamJson } from './stream-json.ts'

const LONG = 'x'.repeat(1000)

describe('a long answer', () => {
  const app = Fastify({ forceCloseConnections: true }) as unknown as App
  let url = ''
  let answer: LongAnswer
  const given = { count: 0, ended: 0 }

  before(async () => {
    app.setErrorHandler((error, _req, reply) =>
      reply.code(error instanceof ApiError ? error.status : 500).send({ error: 'refused' }),
    )
    app.get('/', (req, reply) => streamJson(req, reply, answer))
    url = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  after(() => app.close())

  /** So many items; `failAt` is the one that fails. */
  async function* items(count: number, failAt = -1, counted = given) {
    counted.count = 0
    try {
      for (let n = 0; n < count; n++) {
        if (n === failAt) fail('temporarily_unavailable')
        counted.count++
        yield { n, text: LONG }
        if (n % 100 === 0) await setImmediate()
      }
    } finally {
      counted.ended++
    }
  }

  for (const count of [0, 1, 5000])
    it(`is one JSON object with ${count} items`, async () => {
      answer = {
        head: { first: 'a', absent: undefined },
        list: 'results',
        items: items(count),
        tail: () => ({ last: given.count }),
      }
      const response = await fetch(url)
      assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(response.headers.has('content-length'), count < 100, 'short ones say how long they are')
      const results = Array.from({ length: count }, (_, n) => ({ n, text: LONG }))
      assert.deepEqual(await response.json(), { first: 'a', results, last: count })
    })

  it('is an error like any other where nothing has been sent', async () => {
    answer = { list: 'results', items: items(10, 5) }
    const response = await fetch(url)
    assert.deepEqual([response.status, await response.json()], [503, { error: 'refused' }])
  })

  it('breaks off where something has, and never looks whole', async () => {
    answer = { list: 'results', items: items(5000, 2000) }
    const response = await fetch(url)
    assert.equal(response.status, 200)
    await assert.rejects(response.text())
  })

  it('is made no faster than it is read, and not on when nobody reads it', async () => {
    const ended = given.ended
    answer = { list: 'results', items: items(1_000_000) }
    const leave = new AbortController()
    const response = await fetch(url, { signal: leave.signal })
    const reader = response.body?.getReader()
    await reader?.read()
    // As much as fits between the two is made, then it waits, while someone else takes more than that.
    const taken = { count: 0, ended: 0 }
    answer = { list: 'results', items: items(100_000, -1, taken) }
    const other = await fetch(url)
    for await (const _ of other.body ?? []);
    assert.deepEqual(taken, { count: 100_000, ended: 1 })
    assert.ok(given.count < 50_000, String(given.count))
    leave.abort()
    await until(() => given.ended > ended)
  })

  it('has no body for HEAD, and asks for no more than the first items', async () => {
    const ended = given.ended
    answer = { list: 'results', items: items(1_000_000) }
    const response = await fetch(url, { method: 'HEAD' })
    assert.deepEqual([response.status, await response.text()], [200, ''])
    assert.ok(given.count < 200)
    assert.equal(given.ended, ended + 1)
  })
})
