import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntryId, PersonId, RootId } from '@holdfast/api/ids'
import { addressOfSearch, type SearchPlace, searchIn } from './search-address.ts'

const parse = (address: string) => {
  const [path = '', query = ''] = address.split('?')
  return searchIn(path, query)
}
const at = { root: 7 as RootId, folder: 0 as EntryId }

describe('the address of a search', () => {
  it('says what is looked for and is read as the same', () => {
    const places: SearchPlace[] = [
      { text: '', everywhere: true },
      { text: 'Pläne & 100 % *?', everywhere: true },
      { text: 'plan', at, everywhere: false },
      { text: 'plan', at, everywhere: true, kind: 'picture', changed: 'week', by: 12 as PersonId },
      { text: 'plan', everywhere: true, changed: '2026-11-01..' },
      { text: 'plan', everywhere: true, changed: '2026-11-01..2026-11-30' },
    ]
    for (const place of places) {
      const address = addressOfSearch(place)
      assert.deepEqual(parse(address), place, address)
      assert.match(address, /^\/search(\?[\w.~%&=+,:/?-]+)?$/, 'a sign-in on the way leads back to it')
    }
  })

  it('passes over what means nothing', () => {
    const odd = parse('/search?q=x&in=a-b&scope=here&kind=other&changed=..&by=-1')
    assert.deepEqual(odd, { text: 'x', everywhere: true })
    assert.deepEqual(parse('/search?q=x&in=7&scope=all'), { text: 'x', everywhere: true })
    assert.equal(parse('/searches?q=x'), undefined)
  })
})
