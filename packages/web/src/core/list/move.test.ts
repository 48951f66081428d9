import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { placeAfter } from './move.ts'
import { NOTHING_TYPED, typedNow } from './typing.ts'

describe('keys in a list', () => {
  it('lead from row to row and to the ends', () => {
    const list = { count: 100, columns: 1, screen: 10 }
    const after = (key: string, at: number) => placeAfter(key, at, list)
    assert.deepEqual(
      [
        after('ArrowDown', 5),
        after('ArrowUp', 0),
        after('ArrowDown', 99),
        after('End', 3),
        after('Home', 50),
      ],
      [6, 0, 99, 99, 0],
    )
    assert.deepEqual(
      [after('PageDown', 95), after('PageUp', 3), after('ArrowRight', 3), after('x', 3)],
      [99, 0, undefined, undefined],
    )
    assert.equal(placeAfter('End', 0, { ...list, count: 0 }), undefined)
  })

  it('lead from tile to tile', () => {
    const grid = { count: 10, columns: 4, screen: 2 }
    const after = (key: string, at: number) => placeAfter(key, at, grid)
    assert.deepEqual(
      [after('ArrowDown', 1), after('ArrowRight', 3), after('ArrowDown', 7), after('ArrowUp', 2)],
      [5, 4, 7, 2],
    )
  })

  it('that are letters make a name when they come fast', () => {
    const first = typedNow(NOTHING_TYPED, 'a', 1000)
    const second = typedNow(first, 'b', 1300)
    assert.equal(second.text, 'ab')
    assert.equal(typedNow(second, 'c', 3000).text, 'c')
  })
})
