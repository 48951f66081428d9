import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseCsv } from '../../core/content/csv.ts'
import { decode, encode } from './decode.ts'
import { type DiffRow, diffLines, foldSame } from './line-diff.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('bytes as text', () => {
  it('are written again as they were', () => {
    for (const text of ['one\r\ntwo\r\n', 'one\ntwo', '\ufeffone\r\ntwo', '', 'größer\n']) {
      const found = decode(bytes(text), false)
      assert.ok(found?.isUtf8)
      assert.equal(encode(found.text.replaceAll('\r\n', '\n'), found), text)
    }
  })
  it('may be cut within a character', () => {
    assert.equal(decode(bytes('aé').subarray(0, 2), true)?.text, 'a')
  })
  it('are shown in older encodings, and not taken for UTF-8', () => {
    assert.deepEqual(decode(new Uint8Array([0x67, 0xfc]), false), {
      text: 'gü',
      isUtf8: false,
      hasBom: false,
      lineEnd: '\n',
    })
    assert.equal(decode(new Uint8Array([0xff, 0xfe, 0x41, 0x00]), false)?.text, 'A')
  })
  it('are no text with zeros in them', () => {
    assert.equal(decode(new Uint8Array([0x50, 0x4b, 0, 3]), false), undefined)
  })
})

describe('a table in text', () => {
  const all = (text: string, most = 1000) => parseCsv(text, { most })
  it('has rows and fields, quoted or not', () => {
    assert.deepEqual(all('a,b\r\n"x, ""y""\nz",2\n'), [
      ['a', 'b'],
      ['x, "y"\nz', '2'],
    ])
    assert.deepEqual(all('a;b\n1,5;2'), [
      ['a', 'b'],
      ['1,5', '2'],
    ])
    assert.deepEqual(all('a\tb\n\t'), [
      ['a', 'b'],
      ['', ''],
    ])
    assert.deepEqual(all('"open\nnever closed'), [['open\nnever closed']])
    assert.deepEqual(all('a\n\nb'), [['a'], [''], ['b']])
    assert.deepEqual(all(''), [])
  })
  it('ends where enough is read', () => {
    assert.equal(all('x\n'.repeat(5000), 1000).length, 1000)
  })
})

describe('two texts line by line', () => {
  const shown = (rows: DiffRow[]) =>
    rows.map(({ left, right, same }) =>
      same ? ` ${left?.text}` : `${left?.text ?? ''}>${right?.text ?? ''}`,
    )
  it('differ by what was changed, added and removed', () => {
    assert.deepEqual(shown(diffLines('a\nb\nc\nd\n', 'a\nB\nc\nd\ne')), [' a', 'b>B', ' c', ' d', '>e'])
    assert.deepEqual(shown(diffLines('', 'a\n')), ['>a'])
    assert.deepEqual(shown(diffLines('same\r\n', 'same\n')), [' same'])
    assert.deepEqual(shown(diffLines('x\na\nb', 'a\nb\ny')), ['x>', ' a', ' b', '>y'])
  })
  it('lose and invent no line, whatever they are', () => {
    let seed = 7
    const chance = (most: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % most
    }
    const text = () => Array.from({ length: chance(30) }, () => 'abc'[chance(3)]).join('\n')
    for (let round = 0; round < 500; round++) {
      const [left, right] = [text(), text()]
      const rows = diffLines(left, right)
      const side = (name: 'left' | 'right') => rows.flatMap((row) => row[name]?.text ?? []).join('\n')
      assert.equal(side('left'), left)
      assert.equal(side('right'), right)
      for (const row of rows) assert.equal(row.same && row.left?.text !== row.right?.text, false)
    }
  })
  it('are not compared for ever', () => {
    const many = (word: string) => Array.from({ length: 20_000 }, (_, n) => `${word} ${n}`).join('\n')
    const rows = diffLines(many('one'), many('two'))
    assert.equal(rows.length, 20_000)
    assert.equal(
      rows.some(({ same }) => same),
      false,
    )
  })
  it('leave out what is the same far from a difference', () => {
    const lines = Array.from({ length: 50 }, (_, n) => String(n))
    const parts = foldSame(diffLines(lines.join('\n'), lines.with(25, 'x').join('\n')))
    assert.deepEqual(
      parts.map((part) => ('skipped' in part ? -part.skipped.length : part.rows.length)),
      [-22, 3, 1, 3, -21],
    )
  })
})
