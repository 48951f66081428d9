import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTooLong, whyInvalidName } from '@holdfast/api/files/names'
import { conflictName } from './conflict-name.ts'

const conflict = { name: 'plan.txt', machine: 'Mia’s laptop: 2', date: '2027-01-31', content: '0a1b2c3d4e' }

describe('the name of a conflicting copy', () => {
  it('says where and when, and keeps beginning and extension', () => {
    assert.equal(conflictName(conflict, 1), 'plan (conflicted copy Mias laptop 2 2027-01-31 0a1b2c).txt')
    assert.equal(conflictName(conflict, 2), 'plan (conflicted copy Mias laptop 2 2027-01-31 0a1b2c 2).txt')
  })

  it('does not grow when a copy becomes one again', () => {
    const again = conflictName({ ...conflict, name: conflictName(conflict, 1), content: 'ffffffff' }, 1)
    assert.equal(again, 'plan (conflicted copy Mias laptop 2 2027-01-31 ffffff).txt')
  })

  it('of a folder has no extension', () => {
    const name = conflictName({ ...conflict, name: 'v1.2', content: null }, 1)
    assert.equal(name, 'v1.2 (conflicted copy Mias laptop 2 2027-01-31)')
  })

  it('is one that every disk can hold, however long the name was and whatever the device is called', () => {
    for (const name of [`${'é'.repeat(120)}.txt`, '😀'.repeat(63), '.hidden'])
      for (const machine of ['', '...', 'x'.repeat(300)]) {
        const made = conflictName({ ...conflict, name, machine }, 3)
        assert.ok(!isTooLong(made) && whyInvalidName(made) === undefined, made)
      }
  })
})
