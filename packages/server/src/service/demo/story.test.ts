import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@holdfast/api/time'
import { StoryClock } from './stage/story-clock.ts'
import { storyOf, WEEKS } from './story.ts'

describe('the story of a demonstration', () => {
  it('ends in the same way whenever it is told', () => {
    const start = Date.UTC(2026, 10, 16)
    const endings = new Set<string>()
    for (let end = start; end < start + 7 * DAY_MS; end += 15 * MINUTE_MS) {
      const last = storyOf(new StoryClock(end, WEEKS)).filter(({ at }) => at > end - 3 * HOUR_MS)
      endings.add(last.map(({ at }) => (end - at) / MINUTE_MS).join())
    }
    assert.deepEqual([...endings], ['70,45,30,14,4,2'])
  })
})
