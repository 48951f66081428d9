import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkNewPassword } from './check-new-password.ts'

const ANN = { email: 'ann.example@big-company.test', first_name: 'Ann', last_name: 'Example' }

const REFUSED: [password: string, why: RegExp][] = [
  ['', /at least 8 characters/],
  ['sevens7', /at least 8 characters/],
  ['🔑🔑🔑🔑🔑🔑🔑', /at least 8 characters/],
  [`${'ab '.repeat(341)}ab`, /up to 1024 bytes/],
  ['ﷺ!'.repeat(40), /up to 1024 bytes/],
  ['ann.example@big-company.test', /your own name or email address/],
  ['ANN.EXAMPLE', /your own name or email address/],
  ['AnnExample', /your own name or email address/],
  ['Big-Company', /name of the service or of your organization/],
  ['big-company.test', /name of the service or of your organization/],
  ['HoldFast', /name of the service or of your organization/],
  ['aaaaaaaaaaaaaaaa', /too common/],
  ['abababababababab', /too common/],
  ['password123', /too common/],
  ['PassWord123', /too common/],
  ['ｐａｓｓｗｏｒｄ１２３', /too common/],
  ['qwertyuiop', /too common/],
  ['iloveyou1', /too common/],
  ['11111111', /too common/],
  ['1234567890', /too common/],
]

const TAKEN = [
  'correct horse battery',
  'abcdefg 1',
  'ab '.repeat(341),
  'жалоба на погоду',
  '        three words ',
  'ann.example@big-company.test!',
  'the big-company',
]

describe('a new password', () => {
  for (const [password, why] of REFUSED)
    it(`is not ${JSON.stringify(password.slice(0, 30))} (${password.length})`, () =>
      assert.rejects(checkNewPassword(password, ANN), { code: 'invalid_request', message: why }))

  for (const password of TAKEN)
    it(`may be ${JSON.stringify(password.slice(0, 30))} (${password.length})`, () =>
      assert.doesNotReject(checkNewPassword(password, ANN)))
})
