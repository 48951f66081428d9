import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linePath, monthAfter, monthIn, monthsUntil } from './months.ts'

describe('months', () => {
  it('follow each other over the ends of years', () => {
    assert.deepEqual([monthAfter('2026-12'), monthAfter('2026-01', -1)], ['2027-01', '2025-12'])
    assert.deepEqual(monthsUntil('2026-02', 4), ['2025-11', '2025-12', '2026-01', '2026-02'])
  })

  it('are read from addresses where they are some', () => {
    assert.equal(monthIn('2026-11'), '2026-11')
    for (const odd of [null, '', '2026-13', '2026-1', '2026-00', 'x']) assert.equal(monthIn(odd), undefined)
  })

  it('have no line through those that nothing is known of', () =>
    assert.equal(
      linePath(
        [1, 2, null, 3],
        (n) => n * 10,
        (value) => value,
      ),
      'M0 1L10 2M30 3',
    ))
})
