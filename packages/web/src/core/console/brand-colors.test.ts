import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brandColorsOf } from './brand-colors.ts'

describe('the colours that become of the one that is chosen', () => {
  it('are that itself where it can be read', () => {
    const { schemes, email } = brandColorsOf('#1F5FBF') ?? assert.fail()
    assert.deepEqual([schemes.light.color, schemes.light.isChanged], ['#1f5fbf', false])
    assert.deepEqual([email.color, email.on], ['#1f5fbf', '#ffffff'])
    assert.ok(schemes.dark.isChanged, 'too dark for a dark page')
  })

  it('are darker or lighter where it cannot, and can be read then', () => {
    const { schemes, email } = brandColorsOf('#ffee00') ?? assert.fail()
    assert.ok(schemes.light.isChanged)
    assert.equal(schemes.dark.isChanged, false)
    for (const { ratio } of [schemes.light, schemes.dark, email]) assert.ok(ratio >= 4.5)
    assert.equal(email.on, '#000000')
  })

  it('are none of what is no colour', () => {
    for (const odd of ['', '#12', 'red', '#12345g', '#1234567']) assert.equal(brandColorsOf(odd), undefined)
  })
})
