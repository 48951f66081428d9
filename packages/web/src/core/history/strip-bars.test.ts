import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TimelineBar } from '@holdfast/api/files/history-figures'
import { beginOf, bucketsOf, heightOf, indexAt, pointOf, SHOWN, ZOOMS } from './strip-bars.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const bar = (from: string, changes: number, to_seq: number): TimelineBar => ({
  ...{ type: 'timeline_bar', from, to_seq, operations: 1, changes, deleted: 1 },
})

describe('the strip of the time machine', () => {
  it('has days, months and years as clocks have them there', () => {
    // An hour and a half before midnight in London is the next day in Berlin.
    const evening = at('2026-12-31T23:30:00')
    assert.equal(beginOf(indexAt(evening, 'day', 60), 'day', 60), at('2026-12-31T23:00:00'))
    assert.equal(beginOf(indexAt(evening, 'month', 60), 'month', 60), at('2026-12-31T23:00:00'))
    assert.equal(indexAt(evening, 'year', 60), 2027)
    assert.equal(indexAt(evening, 'year', 0), 2026)
    for (const [n, zoom] of ZOOMS.entries())
      for (const offset of [-600, 0, 345]) {
        const index = [20_768, 24_322, 2026][n] ?? 0
        assert.equal(indexAt(beginOf(index, zoom, offset), zoom, offset), index, `${zoom} ${offset}`)
      }
  })

  it('shows all bars, and adds up what belongs to one', () => {
    const last = indexAt(at('2026-11-17T12:00:00'), 'day', 0)
    const buckets = bucketsOf(
      [
        bar('2026-11-17T00:00:00', 3, 90),
        bar('2026-11-10T00:00:00', 5, 70),
        bar('2026-11-10T00:00:00', 2, 66),
        bar('2020-01-01T00:00:00', 9, 1),
      ],
      { zoom: 'day', offset: 0, last },
    )
    assert.equal(buckets.length, SHOWN.day)
    assert.deepEqual(
      buckets
        .filter(({ changes }) => changes > 0)
        .map(({ changes, deleted, toSeq }) => [changes, deleted, toSeq]),
      [
        [7, 2, 70],
        [3, 1, 90],
      ],
    )
    const years = bucketsOf([bar('2026-03-01T00:00:00', 1, 5), bar('2026-11-01T00:00:00', 1, 9)], {
      ...{ zoom: 'year', offset: 0, last: 2026 },
    })
    assert.deepEqual([years.at(-1)?.changes, years.at(-1)?.toSeq], [2, 9])
  })

  it('shows little beside much', () => {
    assert.deepEqual(
      [heightOf(0, 900), heightOf(1, 900), heightOf(225, 900), heightOf(900, 900)],
      [0, 8, 50, 100],
    )
    assert.equal(heightOf(0, 0), 0)
  })

  it('leads to the last change of a day, or to its end', () => {
    const now = at('2026-11-17T12:00:00')
    const [, before, today] = bucketsOf([], { zoom: 'day', offset: 60, last: indexAt(now, 'day', 60) }).slice(
      -3,
    )
    assert.ok(before && today)
    assert.equal(pointOf({ ...before, toSeq: 12 }, now), '12')
    assert.equal(pointOf(before, now), '2026-11-16T22:59:59')
    assert.equal(pointOf(today, now), undefined)
  })
})
