import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changedRange, dayGroupOf } from './changed-range.ts'

const at = (local: string): number => Date.parse(local)

describe('when something changed', () => {
  const now = at('2026-11-17T01:30:00')

  it('is meant by days on the wall, whole ones', () => {
    assert.deepEqual(changedRange('today', now), { from: at('2026-11-17T00:00:00') })
    assert.deepEqual(changedRange('week', now), { from: at('2026-11-11T00:00:00') })
    assert.deepEqual(changedRange('month', now), { from: at('2026-10-19T00:00:00') })
    assert.deepEqual(changedRange('year', now), { from: at('2026-01-01T00:00:00') })
    assert.deepEqual(changedRange('2026-10-25..2026-10-25', now), {
      from: at('2026-10-25T00:00:00'),
      to: at('2026-10-25T23:59:59'),
    })
    assert.deepEqual(changedRange('..2026-02-28', now), { to: at('2026-02-28T23:59:59') })
    assert.deepEqual(changedRange('2026-03-29..', now), { from: at('2026-03-29T00:00:00') })
  })

  it('is told by how long ago it is', () => {
    const groups = ['17T00:00:00', '16T23:59:59', '16T00:00:00', '15T23:00:00', '11T00:00:00', '10T23:59:59']
    assert.deepEqual(
      groups.map((time) => dayGroupOf(at(`2026-11-${time}`), now)),
      ['today', 'yesterday', 'yesterday', 'week', 'week', 'before'],
    )
  })
})
