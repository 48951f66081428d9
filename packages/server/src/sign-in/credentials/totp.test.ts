import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fromBase32, matchingStep, provisioningUri, toBase32, totpCode, totpStep } from './totp.ts'

/** RFC 6238, appendix B, for SHA-1: seconds and the last six of its eight digits. */
const CODES: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]
const SECRET = toBase32(Buffer.from('12345678901234567890'))

/** RFC 4648, 10, without padding. */
const BASE32: [text: string, encoded: string][] = [
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
]

describe('base 32', () => {
  for (const [text, encoded] of BASE32)
    it(`of ${JSON.stringify(text)} is ${JSON.stringify(encoded)}, both ways`, () => {
      assert.equal(toBase32(Buffer.from(text)), encoded)
      assert.equal(fromBase32(encoded).toString(), text)
    })

  it('keeps every byte', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, n) => n))
    assert.deepEqual(fromBase32(toBase32(bytes)), bytes)
  })
})

describe('authenticator codes', () => {
  for (const [seconds, code] of CODES)
    it(`are ${code} at ${seconds} seconds`, () =>
      assert.equal(totpCode(SECRET, totpStep(seconds * 1000)), code))

  it('belong to the half minute before, of or after now', () => {
    const now = 1_234_567_890_000
    const step = totpStep(now)
    for (const near of [-1, 0, 1])
      assert.equal(matchingStep(SECRET, totpCode(SECRET, step + near), now), step + near)
    for (const far of [-2, 2])
      assert.equal(matchingStep(SECRET, totpCode(SECRET, step + far), now), undefined)
    for (const odd of ['', '5924', '0059240', '００５９２４', 'abcdef'])
      assert.equal(matchingStep(SECRET, odd, now), undefined, odd)
  })

  it('are set up by an address that apps can read', () => {
    const uri = provisioningUri('ABC', 'ann@example.test', 'Ann & Sons: Files')
    assert.equal(
      uri,
      'otpauth://totp/Ann%20%26%20Sons%3A%20Files:ann%40example.test?secret=ABC&issuer=Ann%20%26%20Sons%3A%20Files',
    )
  })
})
