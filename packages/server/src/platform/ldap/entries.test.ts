import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { idOf, partOf, personOf } from './entries.ts'
import { DEFAULTS, type DirectorySettings } from './settings.ts'

const settings: DirectorySettings = {
  ...DEFAULTS,
  host: 'dc.example.org',
  port: 636,
  trusted: false,
  login: 'reader@example.org',
  password: 'x',
  baseDn: 'dc=example,dc=org',
}
const dn = 'cn=Ann,dc=example,dc=org'

describe('entries of a directory', () => {
  it('are known by the bytes that Active Directory gives them', () => {
    const objectGUID = Buffer.from('00ff10a9fe00112233445566778899aa', 'hex')
    assert.equal(idOf({ dn, entryUUID: [], objectGUID }, settings), objectGUID.toString('hex'))
    assert.equal(idOf({ dn, objectguid: objectGUID }, settings), objectGUID.toString('hex'))
  })

  it('have no id where two could have the same', () => {
    assert.equal(idOf({ dn }, settings), undefined)
    assert.equal(idOf({ dn, objectGUID: Buffer.from('short') }, settings), undefined)
    const numbered = { ...settings, idAttribute: 'employeeNumber' }
    assert.equal(idOf({ dn, employeeNumber: Buffer.from([0xff, 0xfe]) }, numbered), undefined)
    assert.equal(idOf({ dn, employeeNumber: '17' }, numbered), '17')
  })

  it('take the first address that is one, and names on one line', () => {
    const person = personOf(
      { dn, mail: ['not an address', 'ann@example.org'], givenName: ' Ann\n\u202eMarie ', sn: 'Doe' },
      settings,
    )
    assert.deepEqual(
      [person.email, person.firstName, person.lastName],
      ['ann@example.org', 'Ann Marie', 'Doe'],
    )
    assert.equal(personOf({ dn, cn: 'Ann Doe' }, settings).lastName, 'Ann Doe')
  })

  it('give long lists in parts, of which the last has a star', () => {
    assert.deepEqual(partOf({ dn, member: ['a', 'b'] }, 'member'), { values: ['a', 'b'], next: undefined })
    const first = { dn, member: [], 'member;range=0-1': ['a', 'b'] }
    assert.deepEqual(partOf(first, 'member'), { values: ['a', 'b'], next: 2 })
    const last = { dn, 'member;range=2-*': 'c' }
    assert.deepEqual(partOf(last, 'member'), { values: ['c'], next: undefined })
  })
})
