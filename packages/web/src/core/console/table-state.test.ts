import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changed, filtered, sortedBy, type TableForm, tableQuery, tableStateIn } from './table-state.ts'

const FORM: TableForm = { sorts: ['name', 'seen'], filters: ['view', 'group'] }
const read = (query: string) => tableStateIn(query, FORM)

describe('what a table shows', () => {
  it('is said by the address and read as the same', () => {
    for (const query of [
      '',
      '?q=ann',
      '?sort=-seen',
      '?q=%C3%84%26&view=locked&group=1,2&below=1&cursor=abc',
    ])
      assert.equal(tableQuery(read(query), FORM), query)
  })

  it('names what it does not know, and goes without', () => {
    const state = read('?sort=colour&view=locked&shape=round')
    assert.equal(state.sort, 'name')
    assert.deepEqual(state.filters, { view: 'locked' })
    assert.deepEqual(state.unknown, ['sort', 'shape'])
  })

  it('begins at the first page when something else is wanted', () => {
    const far = read('?cursor=abc&q=ann')
    assert.equal(changed(far, { q: 'ben' }).cursor, undefined)
    const some = filtered(far, 'view', 'locked')
    assert.deepEqual([some.filters, some.cursor], [{ view: 'locked' }, undefined])
    assert.deepEqual(filtered(some, 'view', undefined).filters, {})
  })

  it('is turned round by the same column, and begins with the natural order of another', () => {
    const byName = read('')
    assert.equal(sortedBy(byName, 'name', 'up').sort, '-name')
    const bySeen = sortedBy(byName, 'seen', 'down')
    assert.equal(bySeen.sort, '-seen')
    assert.equal(sortedBy(bySeen, 'seen', 'down').sort, 'seen')
    assert.equal(sortedBy(bySeen, 'name', 'up').sort, 'name')
  })
})
