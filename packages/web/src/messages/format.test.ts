import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { formatExactTime, formatMoment, formatSize, formatTime, setTimeZone } from './format.ts'

const EVENING = '2026-01-01T20:00:00'

describe('a time', () => {
  after(() => setTimeZone('UTC'))

  it('is told in the zone of the account', () => {
    setTimeZone('Asia/Tokyo')
    assert.match(formatExactTime(EVENING), /January 2, 2026 at 5:00:00/)
    assert.match(formatMoment(EVENING, Date.parse('2026-02-01')), /Jan 2, 2026, 5:00/)
    setTimeZone('America/New_York')
    assert.match(formatExactTime(EVENING), /January 1, 2026 at 3:00:00/)
  })

  it('is told in that of the device where the account has none, or one that nobody knows', () => {
    setTimeZone('Asia/Tokyo')
    const here = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'medium' })
    for (const none of ['UTC', 'Nowhere/Land']) {
      setTimeZone(none)
      assert.equal(formatExactTime(EVENING), here.format(Date.parse(`${EVENING}Z`)))
    }
  })
})

describe('a list', () => {
  it('makes what tells its sizes and times once, not for each row', (t) => {
    let made = 0
    for (const kind of ['DateTimeFormat', 'NumberFormat', 'RelativeTimeFormat'] as const) {
      const Formatter = Intl[kind] as new (...args: unknown[]) => object
      const counting = class extends Formatter {
        constructor(...args: unknown[]) {
          super(...args)
          made++
        }
      }
      t.mock.property(Intl, kind, counting as never)
    }
    for (let row = 0; row < 100; row++) {
      formatSize(row * 1_000_000)
      formatTime(new Date(Date.parse(EVENING) - row * 9_000_000).toISOString(), Date.parse(EVENING))
      formatExactTime(EVENING)
    }
    assert.ok(made <= 7, `${made} were made`)
  })
})
