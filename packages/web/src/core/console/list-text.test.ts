import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listText } from './list-text.ts'

const bytesOf = (...bytes: number[]): ArrayBuffer => new Uint8Array(bytes).buffer

describe('the text of a list', () => {
  it('is read in UTF-8, without its mark, or in Windows-1252', () => {
    assert.equal(listText(bytesOf(0xef, 0xbb, 0xbf, 0xc3, 0x85, 0x6e)), 'Ån')
    assert.equal(listText(bytesOf(0xc5, 0x6e, 0x80)), 'Ån€')
  })
})
