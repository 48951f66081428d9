import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isIgnored } from './ignore.ts'

describe('what is ignored', () => {
  it('is what systems and programs leave behind', () => {
    for (const name of [
      '.DS_Store',
      'Thumbs.db',
      '~$report.docx',
      'upload.TMP',
      '.~lock.table.ods#',
      '.holdfast-tmp',
    ])
      assert.ok(isIgnored(name), name)
  })

  it('is nothing that someone made', () => {
    for (const name of ['notes.txt', 'tmp', '.~swap-7', '.~lock', '$~', 'Thumbs.db.txt', 'a.tmp.txt'])
      assert.ok(!isIgnored(name), name)
  })
})
