import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkNewPassword } from './check-new-password.ts'

const ANN = { email: 'ann.example@big-company.test', first_name: 'Ann', last_name: 'Example' }

const REFUSED: [password: string, why: RegExp][] = [
  ['', /at least 8 characters/],
  ['sevens7', /at least 8 characters/],
  ['🔑🔑🔑🔑🔑🔑🔑', /at least 8 characters/],
  [`${'ab '.repeat(341)}ab`, /at most 1024 bytes/],
  ['ﷺ!'.repeat(40), /at most 1024 bytes/],
  ['ann.example@big-company.test', /name of the account/],
  ['ANN.EXAMPLE', /name of the account/],
  ['AnnExample', /name of the account/],
  ['Big-Company', /everyone knows here/],
  ['big-company.test', /everyone knows here/],
  ['HoldFast', /everyone knows here/],
  ['aaaaaaaaaaaaaaaa', /first that anyone tries/],
  ['abababababababab', /first that anyone tries/],
  ['password123', /first that anyone tries/],
  ['PassWord123', /first that anyone tries/],
  ['ｐａｓｓｗｏｒｄ１２３', /first that anyone tries/],
  ['qwertyuiop', /first that anyone tries/],
  ['iloveyou1', /first that anyone tries/],
  ['11111111', /first that anyone tries/],
  ['1234567890', /first that anyone tries/],
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
