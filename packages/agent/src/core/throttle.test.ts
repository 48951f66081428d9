import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Throttle } from '@holdfast/api/devices/agent-channel'
import { Bucket, bytesPerSecond } from './throttle.ts'

const NONE: Throttle = {
  throttled: false,
  bandwidth_throttle: null,
  throttle_exception_throttle: null,
  throttle_exception_start: null,
  throttle_exception_end: null,
  throttle_exception_days: null,
  throttle_exception_dow: [],
}
const [MONDAY, TUESDAY, SUNDAY] = [0, 1, 6]
const at = (dayOfWeek: number, time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return { dayOfWeek, minuteOfDay: hours * 60 + minutes }
}

describe('how fast an agent may be', () => {
  it('is the lowest of the limits that count', () => {
    const of = (...limits: Partial<Throttle>[]) =>
      bytesPerSecond(
        limits.map((limit) => ({ ...NONE, ...limit })),
        at(MONDAY, '12:00'),
      )
    assert.equal(of(), undefined)
    assert.equal(of({}, {}), undefined)
    assert.equal(of({ bandwidth_throttle: 5 }), undefined, 'it is switched off')
    assert.equal(of({ throttled: true, bandwidth_throttle: 0 }), undefined)
    assert.equal(
      of({ throttled: true, bandwidth_throttle: 20 }, { throttled: true, bandwidth_throttle: 5 }),
      5120,
    )
    assert.equal(
      of({ throttled: true, bandwidth_throttle: 20 }, { throttled: true, bandwidth_throttle: null }),
      20_480,
    )
  })

  it('is another at some times of some days, by the clock on the wall', () => {
    const inDay = { ...NONE, throttled: true, bandwidth_throttle: 1, throttle_exception_throttle: 9 }
    const day = { ...inDay, throttle_exception_start: '08:00', throttle_exception_end: '18:30' }
    const night = { ...inDay, throttle_exception_start: '22:00', throttle_exception_end: '06:00' }
    const rate = (limit: Throttle, dow: number, time: string) =>
      (bytesPerSecond([limit], at(dow, time)) ?? 0) / 1024
    const cases: [Throttle, number, string, number][] = [
      [day, SUNDAY, '08:00', 9],
      [day, SUNDAY, '18:29', 9],
      [day, SUNDAY, '18:30', 1],
      [day, SUNDAY, '07:59', 1],
      [{ ...day, throttle_exception_throttle: null }, SUNDAY, '09:00', 0],
      [{ ...day, throttle_exception_end: null }, SUNDAY, '09:00', 1],
      [{ ...day, throttle_exception_dow: [MONDAY] }, MONDAY, '09:00', 9],
      [{ ...day, throttle_exception_dow: [MONDAY] }, TUESDAY, '09:00', 1],
      [{ ...night, throttle_exception_dow: [SUNDAY] }, SUNDAY, '23:00', 9],
      [{ ...night, throttle_exception_dow: [SUNDAY] }, MONDAY, '05:59', 9],
      [{ ...night, throttle_exception_dow: [SUNDAY] }, MONDAY, '06:00', 1],
      [{ ...night, throttle_exception_dow: [SUNDAY] }, SUNDAY, '05:00', 1],
      [{ ...day, throttle_exception_end: '08:00' }, MONDAY, '03:00', 9],
    ]
    for (const [limit, dow, time, expected] of cases)
      assert.equal(rate(limit, dow, time), expected, `${dow} ${time}`)
  })

  it('holds on the whole, whatever the pieces are', () => {
    for (const piece of [1, 700, 16_384]) {
      const bucket = new Bucket()
      let now = 1_000_000
      let sent = 0
      while (now < 1_010_000) {
        const wait = bucket.waitFor(1000, now)
        now += wait
        if (wait > 0) continue
        bucket.use(piece)
        sent += piece
      }
      assert.ok(Math.abs(sent - 10_000) <= 100 + piece, `${sent} bytes in 10 seconds`)
    }
  })

  it('counts nothing that was not used long ago, and no debt once there is no limit', () => {
    const bucket = new Bucket()
    bucket.waitFor(1000, 0)
    assert.equal(bucket.waitFor(1000, 3_600_000), 0)
    bucket.use(600)
    assert.equal(bucket.waitFor(1000, 3_600_000), 500, 'a tenth of a second was saved up')
    assert.equal(bucket.waitFor(undefined, 3_600_000), 0)
    assert.equal(bucket.waitFor(1000, 3_600_000), 0)
  })
})
