import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AtOnce } from './at-once.ts'

describe('work at once', () => {
  const items = async function* () {
    yield* [1, 2, 3]
  }
  const read = (limit: AtOnce, caller: string) => limit.through(caller, items())

  it('is limited for each caller apart', async () => {
    const limit = new AtOnce(2, 'too much')
    const [first, second, third] = [read(limit, 'a'), read(limit, 'a'), read(limit, 'a')]
    await first?.next()
    await second?.next()
    await assert.rejects(async () => third?.next(), { code: 'temporarily_unavailable', message: 'too much' })
    await assert.rejects(
      limit.during('a', async () => 1),
      { code: 'temporarily_unavailable' },
    )
    assert.equal(await limit.during('b', async () => 1), 1)
    await first?.return(undefined)
    assert.equal(await limit.during('a', async () => 1), 1, 'whoever leaves makes room')
  })

  it('ends with its last item, or with an error', async () => {
    const limit = new AtOnce(1, 'too much')
    for await (const _ of read(limit, 'a')) await assert.rejects(limit.during('a', async () => 1))
    await assert.rejects(
      limit.during('a', () => Promise.reject(new Error('broken'))),
      /broken/,
    )
    assert.equal(await limit.during('a', async () => 1), 1)
  })
})
