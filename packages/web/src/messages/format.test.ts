import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { formatExactTime, formatMoment, setTimeZone } from './format.ts'

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
