import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Beginner, stepsFor } from './first-steps.ts'

const NEW: Beginner = {
  ...{ mayInvite: false, mayCreateShares: true, isAdministrator: false, onPhone: false },
  ...{ hasFiles: false, hasShares: false, hasLinks: false, hasDevices: false, isInstalled: false, noted: [] },
}
const named = (one: Beginner) => stepsFor(one).map(({ step, isDone }) => (isDone ? `${step} done` : step))

describe('the first steps', () => {
  it('are those of a member, or bring people in first', () => {
    assert.deepEqual(named(NEW), ['add', 'share', 'past', 'agent'])
    assert.deepEqual(named({ ...NEW, onPhone: true }), ['add', 'share', 'past', 'phone'])
    assert.deepEqual(named({ ...NEW, isAdministrator: true, mayInvite: true }), [
      ...['invite', 'newShare', 'add', 'share', 'past', 'agent'],
    ])
  })

  it('are done by what the service knows, or by what was noted', () => {
    const some = { ...NEW, hasFiles: true, hasLinks: true, hasDevices: true, noted: ['past', 'unknown'] }
    assert.deepEqual(named(some), ['add done', 'share done', 'past done', 'agent done'])
  })
})
