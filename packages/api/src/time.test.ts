import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatDate, formatUtc, parseDate, parseUtc } from './time.ts'

describe('times', () => {
  it('are written as the calendar has them, whatever was written before', () => {
    for (const at of [
      0,
      1,
      999,
      86_399_999,
      86_400_000,
      -1,
      Date.UTC(2024, 1, 29, 23, 59, 59, 999),
      Date.UTC(9999, 11, 31),
    ])
      assert.equal(formatUtc(at), new Date(at).toISOString().slice(0, 19))
  })

  it('come back as they were written', () => {
    const at = Date.UTC(2026, 10, 15, 4, 46, 28)
    assert.equal(parseUtc(formatUtc(at)), at)
    assert.equal(parseDate(formatDate(at)), Date.UTC(2026, 10, 15))
  })

  it('must exist and have exactly their form', () => {
    for (const text of ['2026-02-30', '2026-13-01', '2026-1-1', '15.11.2026', '2026-11-15T00:00:00', ''])
      assert.equal(parseDate(text), undefined, text)
    for (const text of [
      '2026-11-15',
      '2026-11-15 04:46:28',
      '2026-11-15T24:00:00',
      '2026-11-15T04:46:28Z',
      '2026-11-15T04:46',
    ])
      assert.equal(parseUtc(text), undefined, text)
  })
})
