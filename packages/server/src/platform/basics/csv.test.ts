import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvLine } from './csv.ts'

describe('a line of CSV', () => {
  const cells: [cell: string | number | boolean | null, written: string][] = [
    ['Acme', 'Acme'],
    [12, '12'],
    [false, 'false'],
    [null, ''],
    ['', ''],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['a=1', 'a=1'],
  ]
  for (const [cell, written] of cells)
    it(`writes ${JSON.stringify(cell)} as ${JSON.stringify(written)}`, () => {
      assert.equal(csvLine([1, cell, 2]), `1,${written},2\r\n`)
    })
})
