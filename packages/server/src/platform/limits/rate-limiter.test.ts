import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OrganizationId } from '@holdfast/api/ids'
import { RateLimiter } from './rate-limiter.ts'

const [ONE, TWO] = [1 as OrganizationId, 2 as OrganizationId]
const START = 1_700_000_000_000
const at = (seconds: number) => START + seconds * 1000

describe('a rate limit', () => {
  it('lets through as many as it says in any minute', () => {
    const limiter = new RateLimiter()
    for (const second of [0, 0, 30]) assert.equal(limiter.take(ONE, 3, at(second)), undefined)
    assert.equal(limiter.take(ONE, 3, at(30)), 30)
    assert.equal(limiter.take(ONE, 3, at(59.5)), 1)
    for (const _ of [1, 2]) assert.equal(limiter.take(ONE, 3, at(60)), undefined)
    assert.equal(limiter.take(ONE, 3, at(60)), 30, 'the one of second 30 still counts')
    assert.equal(limiter.take(ONE, 3, at(90)), undefined)
    for (const _ of [1, 2, 3]) assert.equal(limiter.take(ONE, 3, at(1000)), undefined)
    assert.equal(limiter.take(ONE, 3, at(1000)), 60)
  })

  it('is one of each organization', () => {
    const limiter = new RateLimiter()
    assert.equal(limiter.take(ONE, 1, at(0)), undefined)
    assert.equal(limiter.take(TWO, 1, at(0)), undefined)
    assert.equal(limiter.take(ONE, 1, at(0)), 60)
  })

  it('does not count what it refuses', () => {
    const limiter = new RateLimiter()
    for (let second = 0; second < 60; second++)
      assert.equal(limiter.take(ONE, 1, at(second)) === undefined, second === 0)
    assert.equal(limiter.take(ONE, 1, at(60)), undefined)
  })

  it('says when there is room after it was lowered', () => {
    const limiter = new RateLimiter()
    for (const second of [0, 10, 20]) limiter.take(ONE, 3, at(second))
    assert.equal(limiter.take(ONE, 1, at(20)), 60)
    assert.equal(limiter.take(ONE, 2, at(20)), 50)
  })

  it('stands a clock that is put back', () => {
    const limiter = new RateLimiter()
    limiter.take(ONE, 2, at(100))
    assert.equal(limiter.take(ONE, 2, at(0)), undefined)
    assert.equal(limiter.take(ONE, 2, at(0)), 60)
    assert.equal(limiter.take(ONE, 2, at(160)), undefined)
  })

  it('is kept for those who still ask when there are very many', () => {
    const limiter = new RateLimiter()
    limiter.take(ONE, 1, at(50))
    for (let id = 10; id < 10_020; id++) limiter.take(id as OrganizationId, 1, at(id < 5000 ? 0 : 50))
    assert.equal(limiter.take(ONE, 1, at(60)), 50)
  })
})
