import assert from 'node:assert/strict'
import { it } from 'node:test'
import { csvOf } from './results.ts'

it('results are a table in which names are nothing but names', () => {
  assert.equal(
    csvOf([
      ['Name', 'Result'],
      ['=1+1', 'Done'],
      ['Lee, "Ann"\n', ''],
    ]),
    'Name,Result\r\n\'=1+1,Done\r\n"Lee, ""Ann""\n",\r\n',
  )
})
