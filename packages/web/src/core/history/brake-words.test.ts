import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brake as words } from '../../messages/en/time.ts'
import { factsOf } from './brake-words.ts'

describe('what a device gone wild did, in words', () => {
  it('tells each kind that there is, and the names it gave', () => {
    const extensions = [
      { extension: 'locked', files: 500 },
      { extension: '', files: 2 },
    ]
    assert.equal(
      factsOf({ deleted: 1, rewritten: 1240, renamed: 500, extensions }, words),
      '1 item deleted, 1,240 files overwritten, 500 files renamed (.locked).',
    )
    assert.equal(
      factsOf({ deleted: 300, rewritten: 0, renamed: 0, extensions: [] }, words),
      '300 items deleted.',
    )
  })
})
