import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AuthSource } from '@holdfast/api/accounts/auth-sources'
import {
  baseOf,
  draftOf,
  FILTERS,
  filterKindOf,
  keepsPassword,
  newDraft,
  settingsOf,
  testedAt,
  withSecurity,
} from './directory-draft.ts'

const SOURCE = {
  ...{ host: 'ldap.example.test', port: 636, ssl: true, start_tls: false, ca_certificate: 'PEM\n' },
  ...{ nickname: null, domain: null, login: 'cn=reader,dc=example', base_dn: 'dc=example' },
  ...{ user_filter: FILTERS.openldap.userFilter, group_filter: FILTERS.openldap.groupFilter },
  ...{ id_attribute: null, mail_attribute: 'mail', first_name_attribute: 'givenName' },
  ...{ last_name_attribute: 'sn', member_attribute: 'member', group_name_attribute: 'cn' },
} as AuthSource

describe('the settings of a directory as they are typed', () => {
  it('are what was set, and are saved as the same', () => {
    const { nickname, host, port, ssl, start_tls, ca_certificate, domain, login, base_dn, ...rest } = SOURCE
    const set = { nickname, host, port, ssl, start_tls, ca_certificate, domain, login, base_dn, ...rest }
    assert.deepEqual(settingsOf(draftOf(SOURCE)), set)
    assert.equal('password' in settingsOf(draftOf(SOURCE)), false, 'an empty password is none')
    assert.equal(settingsOf({ ...draftOf(SOURCE), password: ' x ' }).password, ' x ')
  })

  it('are tested as far as they are known', () => {
    const draft = { ...newDraft(), host: ' ldap.test ', login: 'cn=x', password: 'y', baseDn: 'dc=z' }
    const server = { host: 'ldap.test', port: 636, ssl: true, start_tls: false, ca_certificate: null }
    assert.deepEqual(testedAt('server', draft), server)
    assert.deepEqual(testedAt('signIn', draft), { ...server, login: 'cn=x', password: 'y' })
    assert.deepEqual(Object.keys(testedAt('what', draft)).slice(7), [
      'base_dn',
      'user_filter',
      'group_filter',
    ])
    assert.equal(testedAt('attributes', draft).mail_attribute, 'mail')
  })

  it('have the port of their encryption until somebody types another', () => {
    const plain = withSecurity(newDraft(), 'start_tls')
    assert.deepEqual([plain.security, plain.port], ['start_tls', '389'])
    assert.equal(withSecurity({ ...newDraft(), port: '3269' }, 'none').port, '3269')
  })

  it('need the password again for another server', () => {
    assert.equal(keepsPassword(draftOf(SOURCE), SOURCE), true)
    assert.equal(keepsPassword({ ...draftOf(SOURCE), login: 'cn=other', baseDn: 'dc=b' }, SOURCE), true)
    for (const change of [
      { host: 'other.test' },
      { port: '389' },
      { security: 'none' as const },
      { caCertificate: '' },
    ])
      assert.equal(keepsPassword({ ...draftOf(SOURCE), ...change }, SOURCE), false, JSON.stringify(change))
    assert.equal(keepsPassword(newDraft(), undefined), false)
  })

  it('begin where the login suggests', () => {
    assert.equal(baseOf('cn=reader,ou=apps,dc=example,dc=org'), 'dc=example,dc=org')
    assert.equal(baseOf(' reader@corp.example.org '), 'DC=corp,DC=example,DC=org')
    for (const none of ['', 'cn=reader,o=example', 'CORP\\reader', 'reader@host'])
      assert.equal(baseOf(none), '')
  })

  it('know whose filters they are', () => {
    assert.equal(filterKindOf(newDraft()), 'openldap')
    assert.equal(filterKindOf({ ...newDraft(), ...FILTERS.active_directory }), 'active_directory')
    assert.equal(filterKindOf({ ...newDraft(), groupFilter: '(cn=x)' }), 'own')
  })
})
