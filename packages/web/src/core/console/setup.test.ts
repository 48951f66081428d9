import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SETUP_STEPS, type SetupState } from '@holdfast/api/oversight/setup'
import { after, before, firstLeft, minutesApart, type Position } from './setup.ts'

const steps = (...states: SetupState[]) =>
  SETUP_STEPS.map((step, n) => ({ step, state: states[n] ?? ('done' as const) }))

describe('the steps of a first run', () => {
  it('go on with what is open, then with what was skipped, then with the end', () => {
    assert.equal(firstLeft(steps('done', 'skipped', 'open', 'open')), 'address')
    assert.equal(firstLeft(steps('done', 'skipped', 'done', 'skipped')), 'two_step')
    assert.equal(firstLeft(steps()), 'end')
  })

  it('are gone through in both directions, past what is done', () => {
    const there: Position[] = ['password']
    const all = steps('done', 'skipped', 'open', 'done', 'open')
    while (there.at(-1) !== 'end') there.push(after(there.at(-1) as Position, all))
    assert.deepEqual(there, ['password', 'two_step', 'address', 'brand', 'end'])
    assert.equal(before('end'), 'people')
    assert.equal(before('brand'), 'email')
    assert.equal(before('password'), undefined)
    assert.equal(after('end', all), 'end')
  })

  it('know a clock that is wrong', () => {
    assert.equal(minutesApart(0, 60_000), undefined)
    assert.equal(minutesApart(0, 61_000), 1)
    assert.equal(minutesApart(7_200_000, 0), 120)
  })
})
