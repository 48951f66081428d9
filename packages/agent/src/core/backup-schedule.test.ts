import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@holdfast/api/time'
import { nextRunAt, readSchedule } from './backup-schedule.ts'

const NOON = Date.UTC(2027, 2, 27, 12)
const utc = (at: number) => Math.floor((at % DAY_MS) / MINUTE_MS)
const next = (schedule: object | null, lastAt: number | undefined, now: number, minuteOfDay = utc) =>
  nextRunAt(readSchedule(schedule), { lastAt }, now, minuteOfDay)
const nightly = { every_minutes: 24 * 60, window_start: '22:00', window_end: '02:00' }

describe('a backup is made', () => {
  it('at once when it never was, then every four hours, or as often as is set', () => {
    assert.equal(next(null, undefined, NOON), NOON)
    assert.equal(next(null, NOON, NOON + 1), NOON + 4 * HOUR_MS)
    assert.equal(next({ every_minutes: 15 }, NOON, NOON + 1), NOON + 15 * MINUTE_MS)
    assert.equal(next({ every_minutes: null, window_start: null }, NOON, NOON + DAY_MS), NOON + DAY_MS)
  })

  it('sooner when something has changed, unless someone has said how often', () => {
    const changed = { lastAt: NOON, changedAt: NOON + HOUR_MS }
    const due = (schedule: object) => nextRunAt(readSchedule(schedule), changed, NOON + HOUR_MS, utc)
    assert.equal(due({}), NOON + HOUR_MS + 5 * MINUTE_MS)
    assert.equal(due({ every_minutes: 24 * 60 }), NOON + DAY_MS)
  })

  it('not while it rests', () => {
    assert.equal(next({ paused: true }, undefined, NOON), undefined)
  })

  it('in its window, over midnight too', () => {
    assert.equal(next(nightly, undefined, NOON), NOON + 10 * HOUR_MS)
    assert.equal(next(nightly, undefined, NOON + 13 * HOUR_MS), NOON + 13 * HOUR_MS)
    const day = { window_start: '09:00', window_end: '10:00' }
    assert.equal(next(day, undefined, NOON), NOON + 21 * HOUR_MS)
    assert.equal(next({ window_start: '09:00', window_end: '09:00' }, undefined, NOON), NOON)
  })

  it('each night, though it begins late now and then', () => {
    const begun: number[] = []
    for (let now = NOON; now < NOON + 20 * DAY_MS; now += 7 * MINUTE_MS)
      if ((next(nightly, begun.at(-1), now) ?? Number.POSITIVE_INFINITY) <= now) begun.push(now)
    assert.equal(begun.length, 20)
  })

  it('at once when the clock was set back before the last run, and once after it was set ahead', () => {
    assert.equal(next(null, NOON, NOON - DAY_MS), NOON - DAY_MS)
    assert.equal(next(null, NOON, NOON + 400 * DAY_MS), NOON + 400 * DAY_MS)
  })

  it('once a night when the clocks change, and next night if the window is skipped', () => {
    // At 02:00 on 28 March the clock shows 03:00; at 03:00 on 31 October, 02:00.
    const spring = Date.UTC(2027, 2, 28, 1)
    const autumn = Date.UTC(2027, 9, 31, 1)
    const berlin = (at: number) => utc(at + (at >= spring && at < autumn ? 2 : 1) * HOUR_MS)
    const skipped = { every_minutes: 24 * 60, window_start: '02:10', window_end: '02:50' }
    assert.equal(next(skipped, undefined, spring - MINUTE_MS, berlin), Date.UTC(2027, 2, 29, 0, 10))
    const begun: number[] = []
    for (let now = autumn - 2 * DAY_MS; now < autumn + 2 * DAY_MS + HOUR_MS; now += 10 * MINUTE_MS)
      if ((next(skipped, begun.at(-1), now, berlin) ?? Number.POSITIVE_INFINITY) <= now) begun.push(now)
    assert.equal(begun.length, 4)
  })

  it('soon after something changed, but not all the time', () => {
    const after = (changedAt: number, now: number) =>
      nextRunAt(readSchedule(null), { lastAt: NOON, changedAt }, now, utc)
    assert.equal(after(NOON + HOUR_MS, NOON + HOUR_MS), NOON + HOUR_MS + 5 * MINUTE_MS)
    assert.equal(after(NOON + 1, NOON + 2), NOON + 15 * MINUTE_MS)
    assert.equal(after(NOON + 4 * HOUR_MS - 1, NOON + 4 * HOUR_MS - 1), NOON + 4 * HOUR_MS)
  })
})
