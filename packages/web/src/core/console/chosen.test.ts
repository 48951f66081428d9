import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { everything, exactly, NOTHING, toggled } from '../list/selection.ts'
import { chosenOf, chosenParams, isNothing, pageIs, pageToggled, upTo } from './chosen.ts'

const PAGE = [11, 12, 13]

describe('what is chosen of a list with pages', () => {
  it('takes a page besides what is chosen on others, and leaves it again', () => {
    const elsewhere = exactly([1, 12], 0)
    assert.equal(pageIs(elsewhere, PAGE), 'some')
    const all = pageToggled(elsewhere, PAGE)
    assert.deepEqual([pageIs(all, PAGE), chosenOf(all, null)], ['all', 4])
    const left = pageToggled(all, PAGE)
    assert.deepEqual([pageIs(left, PAGE), chosenParams(left)], ['none', { ids: [1] }])
  })

  it('is all but some, whoever has seen them', () => {
    const all = everything(NOTHING)
    assert.deepEqual([pageIs(all, PAGE), chosenOf(all, 41), chosenOf(all, null)], ['all', 41, undefined])
    const but = toggled(all, 12, 1)
    assert.deepEqual(
      [pageIs(but, PAGE), chosenOf(but, 41), chosenParams(but)],
      ['some', 40, { except_ids: [12] }],
    )
    assert.deepEqual(chosenParams(all), {})
    assert.equal(isNothing(but), false)
  })

  it('reaches from where it began to a row', () => {
    const from = toggled(exactly([1], 0), 11, 0)
    assert.deepEqual([...upTo(from, PAGE, 2).ids], [1, 11, 12, 13])
    assert.deepEqual([...upTo(upTo(from, PAGE, 2), PAGE, 1).ids], [1, 11, 12], 'shorter again')
    const but = toggled(toggled(everything(NOTHING), 12, 1), 13, 2)
    assert.deepEqual(chosenParams(upTo(but, PAGE, 1)), {}, 'the anchor is the last row that was touched')
    assert.ok(isNothing(NOTHING))
  })
})
