import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KeepRules } from '../../platform/config/config.ts'
import { chooseKept } from './keep-rules.ts'
import { nameOfBackup } from './place/names.ts'

const at = (number: number, day: string) =>
  nameOfBackup(number, Date.parse(`${day}T03:00:00Z`), () => Buffer.of(1, 2, 3))
const numbersOf = (days: readonly string[], rules: KeepRules) =>
  [
    ...chooseKept(
      days.map((day, n) => at(n + 1, day)),
      rules,
    ),
  ]
    .map((name) => Number(name.split('-')[0]))
    .sort((a, b) => a - b)

describe('rules about which backups stay', () => {
  const days = Array.from({ length: 400 }, (_, n) =>
    new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10),
  )

  it('keep the newest, by number', () => {
    assert.deepEqual(numbersOf(days, { last: 3 }), [398, 399, 400])
    assert.deepEqual(numbersOf(days, {}), [400])
    // A clock that was three years ahead makes nothing newer.
    assert.deepEqual(numbersOf(['2029-01-01', '2026-01-01', '2026-01-02'], { last: 2 }), [2, 3])
  })

  it('keep one of each day, week and month, the last of it', () => {
    assert.deepEqual(numbersOf(['2026-01-01', '2026-01-01', '2026-01-02'], { daily: 2 }), [2, 3])
    // 2026-02-04 is a Wednesday: the newest of its week, and Sundays before it.
    assert.equal(days.at(-1), '2026-02-04')
    assert.deepEqual(numbersOf(days, { weekly: 3 }), [390, 397, 400])
    assert.deepEqual(numbersOf(days, { monthly: 3 }), [365, 396, 400])
    assert.equal(numbersOf(days, { daily: 14, weekly: 8, monthly: 12 }).length, 14 + 5 + 10)
  })

  it('never let what was made last go, whatever its clock says', () => {
    const wild = ['2026-05-01', '2029-05-01', '2030-01-01', '1999-12-31']
    for (const rules of [{}, { last: 1 }, { daily: 1 }, { monthly: 1 }, { weekly: 2, monthly: 2 }])
      assert.ok(numbersOf(wild, rules).includes(4), JSON.stringify(rules))
  })
})
