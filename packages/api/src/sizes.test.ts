import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatSize, sizeInWords } from './sizes.ts'

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

describe('sizes for people', () => {
  const K = 1024
  for (const [bytes, words] of [
    [0, '0 B'],
    [1, '1 B'],
    [700.4, '700 B'],
    [1023, '1,023 B'],
    [K, '1 KB'],
    [1.5 * K, '1.5 KB'],
    [9.97 * K, '10 KB'],
    [258_338, '252 KB'],
    [K * K - 1, '1 MB'],
    [3_000_000, '2.9 MB'],
    [12.34 * K ** 3, '12 GB'],
    [194_562_018_508_800, '177 TB'],
    [5000 * K ** 5, '4.9 EB'],
    [5000 * K ** 6, '5,000 EB'],
  ] as const)
    it(`say ${words} for ${bytes}`, () => assert.equal(sizeInWords(bytes, 'en'), words))

  it('are written as the language does', () => {
    assert.equal(sizeInWords(1.5 * K, 'de'), '1,5 KB')
    assert.equal(sizeInWords(1023, 'de'), '1.023 B')
  })
})
