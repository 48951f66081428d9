import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { behindOf, type Feed, toldOf } from './merged.ts'

const timeOf = (time: string) => time
const feed = (cursor: Feed<string>['cursor'], ...items: string[]): Feed<string> => ({ items, cursor })

describe('several logs as one', () => {
  it('are told newest first, as far as all of them are known', () => {
    const feeds = [feed(7, '2026-09', '2026-05'), feed(null, '2026-08', '2026-01'), feed(3, '2026-07')]
    assert.deepEqual(toldOf(feeds, timeOf), ['2026-09', '2026-08', '2026-07'])
    assert.deepEqual(behindOf(feeds, timeOf), [2])
  })
  it('are told whole at the end', () => {
    const feeds = [feed(null, '2026-09', '2026-05'), feed(null), feed(null, '2026-07')]
    assert.deepEqual(toldOf(feeds, timeOf), ['2026-09', '2026-07', '2026-05'])
    assert.deepEqual(behindOf(feeds, timeOf), [])
  })
  it('wait for each beginning', () => {
    const feeds = [feed(undefined), feed(5, '2026-09'), feed(undefined)]
    assert.deepEqual(toldOf(feeds, timeOf), [])
    assert.deepEqual(behindOf(feeds, timeOf), [0, 2])
  })
  it('lose and repeat nothing, however they are cut', () => {
    const logs = [5, 7, 11].map((step) =>
      Array.from({ length: 20 }, (_, n) => String(10_000 - n * step - step)),
    )
    const read = logs.map((): Feed<string> => feed(undefined))
    const piece = 3
    for (let turn = 0; turn < 100 && behindOf(read, timeOf).length > 0; turn++) {
      const before = toldOf(read, timeOf)
      for (const n of behindOf(read, timeOf)) {
        const log = logs[n] ?? []
        const items = log.slice(0, (read[n]?.items.length ?? 0) + piece)
        read[n] = { items, cursor: items.length < log.length ? items.length : null }
      }
      assert.deepEqual(toldOf(read, timeOf).slice(0, before.length), before)
    }
    assert.deepEqual(toldOf(read, timeOf), logs.flat().sort().reverse())
  })
})
