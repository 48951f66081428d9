import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addsUnseen, ownRoleOf } from './own-role.ts'

describe('what one may do in a team share', () => {
  it('is everything only for those who may change files, too', () => {
    const seeing = ['FILE_VIEW', 'FILE_READ'] as const
    assert.equal(
      ownRoleOf([...seeing, 'FILE_WRITE', 'FILE_DELETE', 'FILE_SHARE', 'FILE_MANAGE']),
      'FILE_MANAGE',
    )
    assert.equal(ownRoleOf([...seeing, 'FILE_MANAGE']), 'MEMBERS_ONLY')
    assert.equal(ownRoleOf(seeing), 'FILE_READ')
    assert.equal(ownRoleOf([]), undefined)
  })

  it('is to add files unseen only for those who may do nothing more', () => {
    assert.equal(addsUnseen(['FOLDER_VIEW', 'FILE_ADD']), true)
    assert.equal(addsUnseen(['FILE_VIEW', 'FILE_READ', 'FILE_MANAGE']), false)
  })
})
