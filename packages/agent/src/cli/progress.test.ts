import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StatusView } from '../service/methods.ts'
import { Progress } from './progress.ts'

const MB = 1_000_000

/** Of what the line reads. */
const statusWith = (moved: number, leftFiles: number, leftBytes: number) =>
  ({ roots: [{ activity: { moved, leftFiles, leftBytes, recent: [] } }, {}] }) as unknown as StatusView

describe('the progress of an agent', () => {
  it('is told with totals, rate and the time that is left', () => {
    const progress = new Progress()
    assert.match(progress.line(statusWith(0, 300, 600 * MB), 0), /^300 files \(.+\) left\.$/)
    const words = progress.line(statusWith(2 * MB, 299, 598 * MB), 1000)
    assert.match(words, /^299 files \(.+\) left, .+\/s, about 5 minutes\.$/)
    assert.match(
      progress.line(statusWith(599 * MB, 1, MB), 10_000),
      /^1 file \(.+\) left, .+\/s, less than a minute\.$/,
    )
    assert.equal(progress.line(statusWith(600 * MB, 0, 0), 11_000), '')
  })

  it('forgets a rate of before, and what an agent counted before it was started again', () => {
    const progress = new Progress()
    progress.line(statusWith(0, 2, 10_000 * MB), 0)
    progress.line(statusWith(900 * MB, 2, 9100 * MB), 1000)
    assert.match(progress.line(statusWith(900 * MB, 2, 9100 * MB), 60_000), /left\.$/)
    assert.match(progress.line(statusWith(10 * MB, 2, 7200 * MB), 61_000), /left\.$/)
    assert.match(progress.line(statusWith(11 * MB, 2, 7200 * MB), 62_000), /about 2 hours\.$/)
  })
})
