import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ImportResult } from '@holdfast/api/accounts/auth-sources'
import { changesAnything, forceOf } from './import-force.ts'

const none = { created: 0, updated: 0, disabled: 0, skipped: 0, unchanged: 0, rows: [] }
const result = (more: Partial<ImportResult>): ImportResult => ({
  preview: true,
  needs_force: true,
  persons: none,
  groups: none,
  ...more,
})

describe('an import that would disable unusually many', () => {
  it('is about accounts or groups, whichever loses more', () => {
    const persons = { ...none, disabled: 41, unchanged: 16, updated: 3 }
    assert.deepEqual(forceOf(result({ persons })), { what: 'persons', count: 41, of: 60 })
    const groups = { ...none, disabled: 12, unchanged: 2 }
    const few = { ...persons, disabled: 1 }
    assert.deepEqual(forceOf(result({ persons: few, groups })), { what: 'groups', count: 12, of: 14 })
    assert.equal(forceOf(result({ persons, needs_force: false })), undefined)
  })

  it('is not one that changes nothing', () => {
    assert.equal(changesAnything(result({ persons: { ...none, skipped: 3, unchanged: 2 } })), false)
    assert.equal(changesAnything(result({ groups: { ...none, updated: 1 } })), true)
  })
})
