import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  formatNumber,
  formatRatio,
  formatSpread,
  median,
  quantile,
  renderTable,
  replaceFigures,
} from './table.ts'

describe('figures', () => {
  it('takes the middle, whatever the order', () => {
    assert.equal(median([10, 9, 100]), 10)
    assert.equal(median([4, 1, 3, 2]), 2.5)
    assert.equal(median([7]), 7)
    assert.throws(() => median([]), /nothing/)
  })

  it('takes the value that a part of all is not above', () => {
    assert.deepEqual(
      [0, 0.25, 0.5, 1].map((part) => quantile([40, 10, 30, 20], part)),
      [10, 10, 20, 40],
    )
    assert.throws(() => quantile([], 0), /nothing/)
  })

  it('leaves the values as they were', () => {
    const values = [3, 1, 2]
    median(values)
    assert.deepEqual(values, [3, 1, 2])
  })

  it('shows three digits that mean something', () => {
    assert.deepEqual([0.0584, 1.234, 12.34, 1234.5].map(formatNumber), ['0.058', '1.23', '12.3', '1235'])
  })

  it('shows lowest and highest beside the median of several values only', () => {
    assert.equal(formatSpread([0.3, 0.1, 0.2]), '0.200 (0.100–0.300)')
    assert.equal(formatSpread([0.2]), '0.200')
  })

  it('compares medians', () => {
    assert.equal(formatRatio([1, 3, 2], [0.5, 0.5, 9]), '× 4.0')
    assert.equal(formatRatio([1], [0]), '–')
  })
})

describe('table', () => {
  it('lines up its columns', () => {
    const table = renderTable(
      ['Operation', 'ms'],
      [
        ['upload', '0.5'],
        ['a folder of 1,000', '12.25'],
      ],
    )
    assert.deepEqual(table.split('\n'), [
      '| Operation         |    ms |',
      '| ----------------- | ----: |',
      '| upload            |   0.5 |',
      '| a folder of 1,000 | 12.25 |',
    ])
  })

  it('takes the place of the figures in a document and of nothing else', () => {
    const document = 'before\n<!-- figures -->\nold\n<!-- /figures -->\nafter\n'
    const replaced = replaceFigures(document, 'new $& figures\n')
    assert.equal(replaced, 'before\n<!-- figures -->\nnew $& figures\n<!-- /figures -->\nafter\n')
    assert.equal(replaceFigures(replaced, 'old'), document)
    assert.throws(() => replaceFigures('no marks', 'new'), /figures/)
  })
})
