import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { offsetOf, rowsShown, scrollTopFor, scrollToShow, TALLEST } from './windowing.ts'

describe('the window of a list', () => {
  const view = { scrollTop: 0, height: 600, rowHeight: 44, count: 1000 }

  it('draws what is in view and a little more', () => {
    assert.deepEqual(rowsShown(view), { first: 0, end: 22, top: 0, boxHeight: 44_000 })
    const { first, end, top } = rowsShown({ ...view, scrollTop: 4400 })
    assert.deepEqual([first, end, top], [92, 122, 92 * 44])
    assert.equal(rowsShown({ ...view, scrollTop: 43_400 }).end, 1000)
    assert.deepEqual(rowsShown({ ...view, count: 0 }), { first: 0, end: 0, top: 0, boxHeight: 0 })
  })

  it('reaches every row of a list that is too tall for a box', () => {
    const tall = { ...view, count: 1_000_000 }
    const { boxHeight } = rowsShown(tall)
    assert.equal(boxHeight, TALLEST)
    const last = rowsShown({ ...tall, scrollTop: TALLEST - 600 })
    assert.equal(last.end, 1_000_000)
    const bottom = last.top + (last.end - last.first) * 44
    assert.ok(Math.abs(bottom - TALLEST) < 1, 'the last row ends where the box ends')
    for (const index of [0, 1, 499_999, 123_456, 999_999]) {
      const scrollTop = scrollToShow(index, tall) ?? 0
      const shown = rowsShown({ ...tall, scrollTop })
      assert.ok(shown.first <= index && index < shown.end, `row ${index}`)
    }
  })

  it('moves by rows and back without drifting', () => {
    const tall = { ...view, count: 5_000_000 }
    for (const offset of [0, 44, 1_000_000, 219_999_400]) {
      const scrollTop = scrollTopFor(offset, tall)
      assert.ok(Math.abs(offsetOf({ ...tall, scrollTop }) - offset) < 0.01)
    }
  })

  it('leaves alone what is in view', () => {
    assert.equal(scrollToShow(5, view), undefined)
    assert.equal(scrollToShow(20, view), 21 * 44 - 600)
    assert.equal(scrollToShow(0, { ...view, scrollTop: 100 }), 0)
  })
})
