import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntryId } from '@holdfast/api/ids'
import { report as words } from '../../messages/en/time.ts'
import { type Report, sentenceOfReport, sumOf } from './report-words.ts'

const NONE: Report = {
  ...{ restored: 0, undeleted: 0, deleted: 0, placed: 0, contents: 0, numbered: 0, skipped: 0 },
  skipped_items: [],
}

describe('what a dry run has found, in words', () => {
  it('tells each kind that there is, and what stays', () => {
    const report = { ...NONE, restored: 212, contents: 180, undeleted: 30, placed: 2, skipped: 4 }
    assert.equal(
      sentenceOfReport(report, words),
      '212 items: 180 will get their earlier content, 30 will be restored, 2 will get their earlier name or location. 4 items will not be restored, or only partly.',
    )
    assert.equal(
      sentenceOfReport({ ...NONE, restored: 1, deleted: 1 }, words),
      '1 item will be moved to Deleted files.',
    )
    assert.equal(sentenceOfReport(NONE, words), 'Nothing will change.')
    assert.equal(
      sentenceOfReport({ ...NONE, skipped: 1 }, words),
      'Nothing will change. 1 item will not be restored, or only partly.',
    )
  })

  it('adds several up', () => {
    const item = { item_type: 'file', item_id: 1 as EntryId, name: 'a', reason: 'purged' } as const
    const sum = sumOf([
      { ...NONE, restored: 2, contents: 2 },
      { ...NONE, restored: 1, undeleted: 1, skipped: 1, skipped_items: [item] },
    ])
    assert.deepEqual(sum, {
      ...{ ...NONE, restored: 3, contents: 2, undeleted: 1, skipped: 1 },
      skipped_items: [item],
    })
  })
})
