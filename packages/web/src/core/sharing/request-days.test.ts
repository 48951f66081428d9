import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dayOf, deadlineOf } from './request-days.ts'

describe('the deadline of a file request', () => {
  it('is the end of its day where it was chosen', () => {
    for (const [minutes, deadline] of [
      [0, '2026-12-31T23:59:00'],
      [60, '2026-12-31T22:59:00'],
      [-480, '2027-01-01T07:59:00'],
    ] as const) {
      assert.equal(
        deadlineOf('2026-12-31', () => minutes),
        deadline,
      )
      assert.equal(
        dayOf(deadline, () => minutes),
        '2026-12-31',
      )
    }
  })
})
