import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  countOf,
  everything,
  exactly,
  has,
  minus,
  NOTHING,
  only,
  rangeOf,
  toggled,
  without,
} from './selection.ts'

describe('what is chosen in a list', () => {
  it('is one, some, or all but some', () => {
    const one = only(7, 3)
    assert.deepEqual([has(one, 7), has(one, 8), countOf(one, 10)], [true, false, 1])
    const two = toggled(one, 8, 4)
    assert.deepEqual([countOf(two, 10), two.anchor], [2, 4])
    assert.equal(countOf(toggled(two, 7, 3), 10), 1)
    const all = everything(two)
    assert.deepEqual([countOf(all, 1_000_000), has(all, 999)], [1_000_000, true])
    const allButOne = toggled(all, 999, 5)
    assert.deepEqual([countOf(allButOne, 1_000_000), has(allButOne, 999)], [999_999, false])
    assert.equal(countOf(NOTHING, 5), 0)
  })

  it('draws ranges from where it began, in both directions', () => {
    const begun = only(7, 10)
    assert.deepEqual(rangeOf(begun, 14), [10, 14])
    const range = exactly([7, 8, 9, 10, 11], begun.anchor)
    assert.deepEqual(rangeOf(range, 6), [6, 10], 'the anchor stays')
  })

  it('forgets what is gone', () => {
    const some = exactly([1, 2, 3], 0)
    assert.equal(countOf(without(some, [2, 9]), 10), 2)
    assert.equal(without(some, [9]), some)
  })

  it('is without another choice, whether that is of some or of all but some', () => {
    const some = exactly([1, 2, 3], 0)
    const allBut = toggled(everything(NOTHING), 2, 0)
    const left = (a: typeof some, b: typeof some) => [1, 2, 3, 4].filter((id) => has(minus(a, b), id))
    assert.deepEqual(left(some, exactly([3, 4], 0)), [1, 2])
    assert.deepEqual(left(some, allBut), [2])
    assert.deepEqual(left(allBut, some), [4])
    assert.deepEqual(left(allBut, toggled(allBut, 3, 0)), [3])
    assert.deepEqual(left(everything(NOTHING), everything(NOTHING)), [])
  })
})
