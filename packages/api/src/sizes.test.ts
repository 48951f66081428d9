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

  it('rounds as toFixed does, at every border', () => {
    const units = ['KB', 'MB', 'GB', 'TB']
    for (const [n, unit] of units.entries()) {
      const one = 1024 ** (n + 1)
      for (let hundredths = 100; hundredths < 102_400; hundredths += 397)
        for (const beside of [-2, -1, 0, 1, 2]) {
          const bytes = Math.round(((hundredths + 0.5) * one) / 100) + beside
          const text = (bytes / one).toFixed(2)
          if (bytes >= one && Number(text) < 1024) assert.equal(formatSize(bytes), `${text} ${unit}`)
        }
    }
  })
})
