import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openAmong } from './owner-files.ts'

describe('files that are open', () => {
  it('are told by what programs put beside them', () => {
    for (const [owner, name] of [
      ['.~lock.table.ods#', 'table.ods'],
      ['~$sales.xlsx', 'sales.xlsx'],
      ['~$quarterly.xlsx', 'quarterly.xlsx'],
      ['~$ummary.docx', 'summary.docx'],
      ['~$arterly.docx', 'quarterly.docx'],
    ] as const)
      assert.deepEqual([...openAmong(['other.docx', owner, name])], [name])
  })

  it('are not those that only end alike, or whose owners are gone', () => {
    assert.deepEqual([...openAmong(['~$rt.docx', 'start.docx', 'part.docx', '.~lock.gone.ods#'])], [])
  })
})
