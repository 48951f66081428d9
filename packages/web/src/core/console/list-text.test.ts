import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeList } from './list-text.ts'

describe('the text of a list', () => {
  it('is read in UTF-8 or UTF-16 without its mark, or in Windows-1252', () => {
    const read = (...bytes: number[]) => Object.values(decodeList(new Uint8Array(bytes)))
    assert.deepEqual(read(0xef, 0xbb, 0xbf, 0xc3, 0x85, 0x6e), ['Ån', 'utf-8'])
    assert.deepEqual(read(0xc3, 0x85, 0x6e), ['Ån', 'utf-8'])
    assert.deepEqual(read(0xff, 0xfe, 0xc5, 0x00), ['Å', 'utf-16le'])
    assert.deepEqual(read(0xfe, 0xff, 0x00, 0xc5), ['Å', 'utf-16be'])
    assert.deepEqual(read(0xc5, 0x6e, 0x80), ['Ån€', 'windows-1252'])
  })
})
