import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  areaPath,
  countTicksOf,
  type Frame,
  highestOf,
  monthsIn,
  type Point,
  sparkPath,
  stretchesOf,
  ticksOf,
  xOf,
  yOf,
} from './chart.ts'

const MIB = 1024 * 1024
const FRAME: Frame = { width: 100, height: 50, from: '2026-11-01', to: '2026-11-11', top: 10 }
const point = (day: number, ...values: number[]): Point => ({
  day: `2026-11-${String(day).padStart(2, '0')}`,
  values,
})

describe('a chart', () => {
  it('has lines at round sizes of one unit, up to above the highest', () => {
    assert.deepEqual(
      ticksOf(3.5 * MIB),
      [0, 1, 2, 3, 4].map((n) => n * MIB),
    )
    assert.deepEqual(ticksOf(900), [0, 500, 1000])
    assert.deepEqual(ticksOf(0), [0, 1])
    for (const highest of [1, 7, 1023, 1025, 123_456_789, 9.9e15]) {
      const ticks = ticksOf(highest)
      assert.ok((ticks.at(-1) ?? 0) >= highest && ticks.length <= 6, `${highest}: ${ticks}`)
    }
  })

  it('has lines at whole numbers of things', () => {
    assert.deepEqual(countTicksOf(0), [0, 1])
    assert.deepEqual(countTicksOf(1), [0, 1])
    assert.deepEqual(countTicksOf(7), [0, 2, 4, 6, 8])
    assert.deepEqual(countTicksOf(1500), [0, 500, 1000, 1500])
  })

  it('places days and values', () => {
    assert.equal(xOf('2026-11-06', FRAME), 50)
    assert.equal(yOf(10, FRAME), 0)
    assert.equal(xOf('2026-11-01', { ...FRAME, to: '2026-11-01' }), 50)
    assert.equal(highestOf([point(1, 2, 3), point(2, 4, 0)]), 5)
    assert.equal(highestOf([]), 0)
  })

  it('draws no line over days that nobody counted', () => {
    const stretches = stretchesOf([point(1, 1), point(2, 1), point(6, 1)])
    assert.deepEqual(
      stretches.map((one) => one.map(({ day }) => day.slice(-2))),
      [['01', '02'], ['06']],
    )
  })

  it('stacks its layers without a gap between them', () => {
    const stretch = [point(1, 2, 3), point(11, 4, 6)]
    assert.equal(areaPath(stretch, 0, FRAME), 'M0 40L100 30L100 50L0 50Z')
    assert.equal(areaPath(stretch, 1, FRAME), 'M0 25L100 0L100 30L0 40Z')
  })

  it('draws small lines as tall as there is room, and none where nothing is known', () => {
    const frame = { width: 10, height: 4 }
    assert.equal(sparkPath([10, 20, 15], frame), 'M0 4L5 0L10 2')
    assert.equal(sparkPath([7, 7], frame), 'M0 2L10 2')
    assert.equal(sparkPath([1, null, 3, 2], frame), 'M0 4M6.7 0L10 2')
    assert.equal(sparkPath([null, null], frame), '')
  })

  it('names months, and fewer where there is little room', () => {
    const year = { from: '2025-11-19', to: '2026-11-19' }
    assert.deepEqual(monthsIn(year, 12).length, 12)
    assert.deepEqual(monthsIn(year, 4), ['2025-12-01', '2026-03-01', '2026-06-01', '2026-09-01'])
  })
})
