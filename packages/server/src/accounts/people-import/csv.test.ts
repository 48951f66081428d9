import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refuse } from '../../errors.ts'
import { readCsv } from './csv.ts'

const read = (text: string) =>
  [...readCsv(text, (why) => refuse('csv', why))].map(({ line, cells }) => [line, ...cells])

describe('a list', () => {
  it('is read with the separator that its first line has', () => {
    for (const separator of [',', ';', '\t'])
      assert.deepEqual(read(`a${separator}b\n1${separator}2`), [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ])
    assert.deepEqual(read('"a,b,c";d\n1;2,3')[1], [2, '1', '2,3'], 'quoted ones do not count')
    assert.deepEqual(read('a\n1,2'), [
      [1, 'a'],
      [2, '1', '2'],
    ])
  })

  it('may end its lines in any way, the last too, and have empty ones', () => {
    for (const end of ['\n', '\r\n', '\r'])
      for (const last of ['', end, end + end])
        assert.deepEqual(read(`a,b${end}${end}1,2${last}`), [
          [1, 'a', 'b'],
          [3, '1', '2'],
        ])
  })

  it('may have quotes, separators and line ends within quotes, and rows know their lines', () => {
    assert.deepEqual(read('a,b\r\n"say ""hi""","x,\r\ny\nz"\r\n"",""\r\n,'), [
      [1, 'a', 'b'],
      [2, 'say "hi"', 'x,\r\ny\nz'],
      [5, '', ''],
      [6, '', ''],
    ])
  })

  it('may begin with a byte order mark', () => {
    assert.deepEqual(read('\ufeff"a",b')[0], [1, 'a', 'b'])
  })

  it('is refused with the line at which it goes wrong', () => {
    const wrong: [string, RegExp][] = [
      ['a,b\n1,"2', /line 2 cannot be read: a quote is not closed/],
      ['a,b\n"1"x,2', /line 2 .* after a closing quote/],
      ['a,b\n"x\ny","1"2', /line 3 .* after a closing quote/],
      ['a,b\n1,2\n3,4"5"', /line 3 .* unexpected quote/],
    ]
    for (const [text, message] of wrong)
      assert.throws(() => read(text), { code: 'invalid_request', message }, JSON.stringify(text))
  })

  it('is nothing when it is empty', () => {
    for (const text of ['', '\ufeff', '\n\r\n']) assert.deepEqual(read(text), [])
  })
})
