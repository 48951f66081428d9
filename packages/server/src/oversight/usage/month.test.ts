import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatUtc, parseUtc } from '@holdfast/api/time'
import { endOfMonth, monthOf } from './month.ts'

describe('a month', () => {
  it('is that of the moment in UTC', () => {
    assert.equal(monthOf(parseUtc('2026-01-31T23:59:59') ?? 0), '2026-01')
    assert.equal(monthOf(parseUtc('2026-02-01T00:00:00') ?? 0), '2026-02')
  })

  it('ends when the next one begins', () => {
    for (const [month, end] of [
      ['2026-01', '2026-02-01T00:00:00'],
      ['2026-12', '2027-01-01T00:00:00'],
      ['0099-09', '0099-10-01T00:00:00'],
    ] as const)
      assert.equal(formatUtc(endOfMonth(month) ?? 0), end)
  })

  it('has one form only', () => {
    for (const text of ['', '2026', '2026-1', '2026-13', '2026-00', '26-01', '2026-01-01', '2026/01', 'now'])
      assert.equal(endOfMonth(text), undefined, text)
  })
})
