import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LockView, Permission } from '@holdfast/api/files/files'
import type { EntryId, PersonId, RevisionId, RootId } from '@holdfast/api/ids'
import { itemView, type Shown } from '../basics/view.ts'
import { itemWriter } from './item-text.ts'
import type { ChildRow } from './queries.ts'

const AT = Date.UTC(2026, 10, 15, 12)
const LOCK: LockView = {
  ...{ type: 'lock', person_id: 1 as PersonId, name: 'Ann "A" Lee', created: '2026-11-15T11:00:00' },
  ...{ expires: null, locked_type: 'folder', locked_id: 9 },
}
const NAMES = [
  'report.docx',
  'Ünïcödé 文件 😀',
  '"quoted" \\ back',
  'tab\tnew\nline\u0001\u007f',
  'half \ud83d surrogate \udc00',
  '\u2028\u2029</script>',
  ' ',
]
const ROW: ChildRow = {
  ...{ id: 7 as EntryId, root_id: 3 as RootId, kind: 'file', name: '', revision_id: 11 as RevisionId },
  ...{ size: 0, created_at: AT - 5, modified_at: AT - 86_400_000, deleted_at: null },
  ver: 3,
  ...{ locked_by: null, lock_holder: null, locked_at: null, lock_until: null },
}
const locked = { locked_by: 2 as PersonId, lock_holder: 'Bo', locked_at: AT - 1000 }

describe('the text of items', () => {
  const rows: ChildRow[] = NAMES.flatMap((name): ChildRow[] => [
    { ...ROW, name },
    { ...ROW, name, kind: 'folder', revision_id: null },
    { ...ROW, name, deleted_at: AT - 1 },
    { ...ROW, name, ...locked },
    { ...ROW, name, ...locked, kind: 'folder', revision_id: null, lock_until: AT + 1 },
    { ...ROW, name, ...locked, lock_until: AT },
  ])
  for (const size of [1, 1023, 1024, 1_048_575, 123_456_789, 9_007_199_254_740_991])
    rows.push({ ...ROW, name: 'a', size })

  for (const path of ['', '/a "b"/\\c', '/\ud800'])
    for (const deleted of [false, true])
      for (const above of [[], [LOCK]])
        for (const locks of [true, false])
          for (const permissions of [undefined, new Set<Permission>(['FILE_VIEW', 'FILE_READ'])])
            it(`is that of their views: ${JSON.stringify({ path, deleted, above: above.length, locks, permissions: permissions?.size })}`, () => {
              const shown: Shown = { locks, permissions, at: AT, above }
              const write = itemWriter({ path, deleted }, shown)
              const views = rows.map((row) => itemView(row, path, deleted || row.deleted_at !== null, shown))
              assert.equal(`[${write(rows)}]`, JSON.stringify(views))
              assert.equal(write([]).length, 0)
            })
})
