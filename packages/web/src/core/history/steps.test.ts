import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LoggedOperation } from '@holdfast/api/files/history'
import { isPoint, pointAfter, stepAt, stepsOf } from './steps.ts'

const step = (seq: number, last_seq: number, at: string, op = 'update') =>
  ({ seq, last_seq, at, op }) as LoggedOperation

describe('the steps of a day', () => {
  const steps = stepsOf([
    step(4, 4, '2026-11-10T09:00:00'),
    step(5, 5, '2026-11-10T09:30:00', 'lock'),
    step(6, 90, '2026-11-10T10:00:00', 'delete'),
  ])

  it('are what changes how a folder looks', () => {
    assert.deepEqual(
      steps.map(({ seq }) => seq),
      [4, 6],
    )
  })
  it('lead to points and back', () => {
    assert.deepEqual(
      [0, 1, 2].map((done) => pointAfter(steps, done)),
      ['2026-11-10T08:59:59', '4', '90'],
    )
    for (const done of [0, 1, 2]) assert.equal(stepAt(steps, pointAfter(steps, done)), done)
    assert.equal(stepAt(steps, undefined), 2)
    assert.equal(stepAt(steps, '2026-11-10T09:59:59'), 1)
    assert.equal(stepAt(steps, '2026-11-10T10:00:00'), 2)
    assert.equal(pointAfter([], 0), undefined)
  })
  it('know points by their form', () => {
    assert.deepEqual(['17', '2026-11-10T10:00:00', '2026-11-10', '-1', '1e3', ''].map(isPoint), [
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })
})
