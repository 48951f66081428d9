import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { edgeStep } from './edge.ts'
import { framed } from './framed.ts'

describe('a frame that is drawn in a list', () => {
  const list = { columns: 1, rowHeight: 44, width: 1000, count: 100 }
  const grid = { columns: 5, rowHeight: 168, width: 1000, count: 12 }

  it('touches rows and tiles by their place, also those out of sight', () => {
    assert.deepEqual(framed({ left: 10, right: 20, top: 43, bottom: 90 }, list), [0, 1, 2])
    assert.equal(framed({ left: 10, right: 20, top: 0, bottom: 9000 }, list).length, 100)
    assert.deepEqual(framed({ left: 10, right: 20, top: 4410, bottom: 4500 }, list), [], 'below the last')
    assert.deepEqual(framed({ left: 250, right: 450, top: 10, bottom: 200 }, grid), [1, 2, 6, 7])
    assert.deepEqual(framed({ left: 350, right: 990, top: 340, bottom: 400 }, grid), [11])
    assert.deepEqual(framed({ left: -50, right: 2000, top: 340, bottom: 400 }, grid), [10, 11])
  })

  it('moves the list faster the nearer to its edge it is held', () => {
    const box = { top: 100, bottom: 700 }
    assert.equal(edgeStep(400, box), 0)
    assert.ok(edgeStep(140, box) < 0 && edgeStep(110, box) < edgeStep(140, box))
    assert.ok(edgeStep(660, box) > 0 && edgeStep(690, box) > edgeStep(660, box))
    assert.equal(edgeStep(2000, box), -edgeStep(-2000, box))
    assert.equal(edgeStep(130, { top: 100, bottom: 160 }), 0, 'the middle of a low list is no edge')
  })
})
