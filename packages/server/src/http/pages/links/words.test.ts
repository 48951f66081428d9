import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sizeOf } from './words.ts'

describe('the words of the pages of links', () => {
  it('tell sizes as people write them', () => {
    const K = 1024
    for (const [bytes, words] of [
      [0, '0 bytes'],
      [1, '1 byte'],
      [1023, '1,023 bytes'],
      [K, '1 KB'],
      [1.5 * K, '1.5 KB'],
      [9.97 * K, '10 KB'],
      [258_338, '252 KB'],
      [K * K - 1, '1 MB'],
      [3_000_000, '2.9 MB'],
      [12.34 * K ** 3, '12 GB'],
      [194_562_018_508_800, '177 TB'],
      [5000 * K ** 5, '5,000 PB'],
    ] as const)
      assert.equal(sizeOf(bytes), words)
  })
})
