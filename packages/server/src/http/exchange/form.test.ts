import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RawParams } from '../../platform/parameters.ts'
import { addParam, emptyParams, parseForm, parseJson } from './form.ts'

const plain = (params: RawParams): Record<string, unknown> => ({ ...params })
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')

describe('a form', () => {
  const read: [sent: string, params: Record<string, unknown>][] = [
    ['', {}],
    ['&&', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=', { a: '' }],
    ['a', { a: '' }],
    ['=x', { '': 'x' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a=x+y%20z', { a: 'x y z' }],
    ['a%20b=1', { 'a b': '1' }],
    ['a=%2B%26%3D%25', { a: '+&=%' }],
    ['a=%c3%a9', { a: 'é' }],
    ['a=\xc3\xa9', { a: 'é' }],
    // As hand-built requests have it: nothing escaped.
    ['a=50%', { a: '50%' }],
    ['a=50% off', { a: '50% off' }],
    ['a=%zz%4', { a: '%zz%4' }],
    ['a=u@x.test;c', { a: 'u@x.test;c' }],
    ['a=%00', { a: '\0' }],
    ['a=%EF%BB%BFx', { a: '\ufeffx' }],
  ]
  for (const [sent, params] of read)
    it(`reads ${JSON.stringify(sent)}`, () => {
      assert.deepEqual(plain(parseForm(bytes(sent))), params)
    })

  for (const charset of ['ISO-8859-1', 'iso-8859-1', 'latin1', 'windows-1252'])
    it(`reads ${charset}`, () => {
      assert.deepEqual(plain(parseForm(bytes('a=%E9&b=\xe9'), charset)), { a: 'é', b: 'é' })
    })

  it('refuses what is not UTF-8', () => {
    for (const sent of ['a=%ff', 'a=\xff', '%c3=x', 'a=%ed%a0%80', 'a=%c0%80'])
      assert.throws(() => parseForm(bytes(sent)), { code: 'invalid_request' }, sent)
  })

  it('has no name that is special', () => {
    const params = parseForm(bytes('__proto__=x&toString=y'))
    assert.equal(Object.getPrototypeOf(params), null)
    assert.deepEqual(Object.keys(params), ['__proto__', 'toString'])
    assert.equal(({} as Record<string, unknown>).x, undefined)
  })
})

describe('a JSON body', () => {
  it('gives the members of its object', () => {
    assert.deepEqual(plain(parseJson(Buffer.from('{"a":1,"b":[true],"c":"é"}'))), { a: 1, b: [true], c: 'é' })
    assert.deepEqual(plain(parseJson(Buffer.alloc(0))), {})
    assert.deepEqual(plain(parseJson(Buffer.from('\ufeff{"a":1}'))), { a: 1 })
  })

  it('has no name that is special', () => {
    const params = parseJson(Buffer.from('{"__proto__":{"x":1}}'))
    assert.equal(Object.getPrototypeOf(params), null)
    assert.equal(params.x, undefined)
  })

  it('is refused when it is anything else', () => {
    for (const sent of ['[]', '1', 'null', '"a"', '{', '{"a":\xff}', ' ', '['.repeat(500_000)])
      assert.throws(() => parseJson(bytes(sent)), { code: 'invalid_request' }, sent.slice(0, 20))
  })
})

describe('a name that comes again', () => {
  it('makes a list, in the order of coming', () => {
    const params = emptyParams()
    for (const value of ['b', 'a', 'b']) addParam(params, 'x', value)
    addParam(params, 'y', 'c')
    assert.deepEqual(plain(params), { x: ['b', 'a', 'b'], y: 'c' })
  })
})
