import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawingOf, inlineType, kindOf, mayHaveThumbnail } from './file-kinds.ts'

describe('the kind of a file', () => {
  it('is told by its name', () => {
    const names = [
      'a.PNG',
      'b.pdf',
      'c.md',
      'd.csv',
      'e.tar.gz',
      'Makefile',
      'f.ts',
      'noending',
      '.txt',
      'g.',
    ]
    assert.deepEqual(names.map(kindOf), [
      'picture',
      'pdf',
      'markdown',
      'table',
      'other',
      'text',
      'code',
      'other',
      'text',
      'other',
    ])
  })

  it('says as what browsers may show it, active content as text only', () => {
    const names = [
      'a.PNG',
      'b.pdf',
      'c.svg',
      'd.html',
      'e.py',
      'f.yml',
      'Makefile',
      'g.docx',
      'constructor',
      'h.constructor',
    ]
    const text = 'text/plain; charset=utf-8'
    assert.deepEqual(names.map(inlineType), [
      ...['image/png', 'application/pdf', text, text, text, text, text],
      ...[undefined, undefined, undefined],
    ])
  })

  it('says, with its size, whether there may be a thumbnail', () => {
    const sizes = { 'a.PNG': 9, 'b.jpeg': 50 * 2 ** 20, 'c.avif': 1, 'd.jpg': 50 * 2 ** 20 + 1, 'e.gif': 0 }
    const others = { 'f.svg': 9, 'g.pdf': 9, 'h.mp4': 9, 'i.bmp': 9, png: 9 }
    const may = Object.entries({ ...sizes, ...others }).filter(([name, size]) =>
      mayHaveThumbnail({ name, size }),
    )
    assert.deepEqual(
      may.map(([name]) => name),
      ['a.PNG', 'b.jpeg', 'c.avif'],
    )
  })

  it('says what it is drawn as', () => {
    const names = ['a.png', 'b.svg', 'c.xlsx', 'd.csv', 'e.tgz', 'f.docx', 'g.mkv', 'h.opus', 'i.pdf', 'j']
    const drawings = ['image', 'image', 'table', 'table', 'archive', 'text', 'video', 'audio', 'pdf', 'other']
    assert.deepEqual(names.map(drawingOf), drawings)
  })
})
