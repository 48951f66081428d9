import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dnKey } from './distinguished-names.ts'

const same = (a: string, b: string) => assert.equal(dnKey(a), dnKey(b), `${a} and ${b}`)
const other = (a: string, b: string) => assert.notEqual(dnKey(a), dnKey(b), `${a} and ${b}`)

describe('distinguished names', () => {
  it('are the same in other spellings', () => {
    same('uid=ann,ou=People,dc=example', 'UID=Ann, OU=people , DC=example')
    same('cn=Doe\\, Ann,dc=x', 'cn=Doe\\2C Ann,dc=x')
    same('cn=J\\C3\\B6rg,dc=x', 'cn=Jörg,dc=x')
    same('cn=a  b,dc=x', 'cn=a b,dc=x')
    same('cn=a+uid=b,dc=x', 'uid=b+cn=a,dc=x')
    same('cn=a\\+b,dc=x', 'cn=a\\2bb,dc=x')
  })

  it('are not the same when a letter stands for itself in one of them', () => {
    other('cn=a\\,ou=b,dc=x', 'cn=a,ou=b,dc=x')
    other('cn=a\\+uid=b,dc=x', 'cn=a+uid=b,dc=x')
    other('cn=a\\\\,ou=b,dc=x', 'cn=a\\,ou=b,dc=x')
    other('cn=ann,dc=x', 'uid=ann,dc=x')
    other('cn=ann,dc=x', 'cn=ann,dc=y')
  })
})
