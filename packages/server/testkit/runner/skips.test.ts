import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, it } from 'node:test'
import type { AllowedSkip } from './allowed-skips.ts'
import { Skips } from './skips.ts'

const ALLOWED: AllowedSkip[] = [
  { file: 'a.test.ts', name: 'takes an hour', why: 'takes long', always: true },
  { file: 'b.test.ts', name: 'fills a disk', why: 'only root can', always: false },
]

function seen(...tests: { file: string; name: string; skip?: string | boolean }[]): Skips {
  const results = new EventEmitter()
  const skips = new Skips(results as never, '/repository', ALLOWED)
  for (const { file, ...test } of tests) results.emit('test:pass', { ...test, file: `/repository/${file}` })
  return skips
}
const hour = { file: 'a.test.ts', name: 'takes an hour', skip: true }
const disk = { file: 'b.test.ts', name: 'fills a disk', skip: 'only root' }

describe('tests that are left out', () => {
  it('may be those of the list, and are counted by why', () => {
    const skips = seen(hour, disk, { file: 'a.test.ts', name: 'runs' })
    assert.deepEqual(skips.faults(true), [])
    assert.match(skips.report(), /^ +1 {2}takes long\n +1 {2}only root can$/m)
  })

  it('may be none that depend on the machine', () => assert.deepEqual(seen(hour).faults(true), []))

  it('may not be others, also by another reason or none', () => {
    for (const skip of [true, '', 'later'])
      assert.match(
        seen(hour, { file: 'b.test.ts', name: 'takes an hour', skip }).faults(true).join(),
        /b\.test\.ts/,
      )
  })

  it('are no longer on the list once they run', () => {
    assert.match(
      seen({ ...hour, skip: false })
        .faults(true)
        .join(),
      /was not: takes an hour/,
    )
    assert.deepEqual(seen({ ...hour, skip: false }).faults(false), [])
  })
})
