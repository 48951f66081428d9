import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstFault, linesOf, originFault, redirectFault } from './app-addresses.ts'

describe('the addresses of connected apps', () => {
  it('lead back to sites and programs, and nowhere else', () => {
    for (const good of [
      'https://app.example.com/callback',
      'http://localhost:3000/cb',
      'http://127.0.0.1/cb?x=1',
      'com.example.app:/done',
    ])
      assert.equal(redirectFault(good), undefined, good)
    for (const [bad, fault] of [
      ['app.example.com', 'invalid'],
      ['https:app.example.com', 'invalid'],
      ['https://app.example.com\\@evil.test', 'invalid'],
      ['https://app.example.com/a b', 'invalid'],
      ['https://app.example.com/#x', 'fragment'],
      ['javascript:alert(1)', 'scheme'],
      ['http://app.example.com/cb', 'https'],
      ['https://me@app.example.com/', 'username'],
    ] as const)
      assert.equal(redirectFault(bad), fault, bad)
  })

  it('of sites have no path', () => {
    assert.equal(originFault('https://app.example.com'), undefined)
    assert.equal(originFault('https://app.example.com:8443'), undefined)
    for (const bad of ['https://app.example.com/', 'https://App.example.com', 'com.example.app:/x'])
      assert.equal(originFault(bad), 'not_origin', bad)
  })

  it('are one on each line', () => {
    assert.deepEqual(linesOf(' https://a.test/x \n\nhttps://b.test\nhttps://a.test/x'), [
      'https://a.test/x',
      'https://b.test',
    ])
    assert.deepEqual(firstFault('https://a.test\nhttp://b.test\nx', redirectFault), {
      line: 'http://b.test',
      fault: 'https',
    })
    assert.equal(firstFault('', redirectFault), undefined)
  })
})
