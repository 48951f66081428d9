import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import {
  addressOfPlace,
  type FilesPlace,
  filesPlaceIn,
  openAddress,
  openIn,
  placeAt,
  showAddress,
} from './routes.ts'

const parse = (address: string) => {
  const [path = '', query = ''] = address.split('?')
  return filesPlaceIn(path, query)
}

describe('the addresses of the app', () => {
  it('say a place and are read as the same', () => {
    const plain = placeAt(7 as RootId)
    const places: FilesPlace[] = [
      plain,
      placeAt(7 as RootId, 12 as EntryId),
      { ...plain, sort: 'modified', descending: true, view: 'grid', deleted: true },
      { ...plain, asOf: '2026-11-10T14:32:00', selected: [12, 15] },
      { ...plain, file: 9 as EntryId, panel: 'versions', revision: 4 as RevisionId },
    ]
    for (const place of places) assert.deepEqual(parse(addressOfPlace(place)), place)
    assert.equal(addressOfPlace(plain), '/files/7/0')
    assert.equal(addressOfPlace({ ...plain, selected: [1, 2] }), '/files/7/0?sel=1,2')
    assert.deepEqual(parse('/files/7'), plain)
  })

  it('keep no selection that is too long', () => {
    const many = Array.from({ length: 51 }, (_, n) => n + 1)
    assert.equal(addressOfPlace({ ...placeAt(7 as RootId), selected: many }), '/files/7/0')
  })

  it('that name nothing are told apart', () => {
    for (const bad of [
      '/files',
      '/files/x',
      '/files/0/0',
      '/files/1/2/3/4',
      '/files/1/-2',
      '/files/1/2/x',
      '/team',
    ])
      assert.equal(parse(bad), undefined, bad)
    assert.equal(parse('/files/1/2?sort=colour&order=up&view=3d&sel=a,,-1')?.sort, 'name')
  })

  it('find an item wherever it is', () => {
    assert.deepEqual(openIn(openAddress(3 as RootId, 8 as EntryId)), { root: 3, entry: 8, beside: false })
    const [path = '', query] = showAddress(3 as RootId, 8 as EntryId).split('?')
    assert.deepEqual(openIn(path, query), { root: 3, entry: 8, beside: true })
    assert.equal(openIn('/open/3'), undefined)
  })
})
