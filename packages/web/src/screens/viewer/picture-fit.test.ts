import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closer, larger, pinched, placed, smaller, turnedOn } from './picture-fit.ts'

describe('a picture on the screen', () => {
  const room = { width: 400, height: 300 }
  it('is seen whole, and not blown up', () => {
    assert.equal(placed({ width: 800, height: 300 }, room, 'fit', 0).scale, 0.5)
    assert.equal(placed({ width: 40, height: 30 }, room, 'fit', 0).scale, 1)
  })
  it('is seen whole when it is turned', () => {
    const { drawn, box } = placed({ width: 600, height: 100 }, room, 'fit', 90)
    assert.deepEqual(
      [drawn, box],
      [
        { width: 300, height: 50 },
        { width: 50, height: 300 },
      ],
    )
    assert.equal(turnedOn(270), 0)
  })
  it('grows and shrinks by steps that have an end', () => {
    assert.equal(placed({ width: 100, height: 100 }, room, 2, 0).box.width, 200)
    assert.ok(larger(1) > 1 && smaller(1) < 1)
    assert.equal(larger(8), 8)
    assert.equal(smaller(0.05), 0.05)
  })
  it('fits again under fingers that come together, and is closer after two taps', () => {
    assert.equal(pinched(0.3, 0.5), 'fit')
    assert.equal(pinched(0.7, 0.5), 0.7)
    assert.equal(pinched(20, 0.5), 8)
    assert.equal(closer(0.1), 1)
    assert.equal(closer(1), 2.5)
  })
})
