import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatSize } from './sizes.ts'

describe('sizes', () => {
  for (const [bytes, text] of [
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.00 KB'],
    [258_338, '252.28 KB'],
    [1024 * 1024 - 1, '1.00 MB'],
    [2_199_023_255_552, '2.00 TB'],
    [194_562_018_508_800, '176.95 TB'],
  ] as const)
    it(`writes ${bytes} as ${text}`, () => assert.equal(formatSize(bytes), text))
})
