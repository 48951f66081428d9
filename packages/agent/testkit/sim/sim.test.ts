import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { rounds } from '@holdfast/server/testkit/rounds'

const run = promisify(execFile)
const MAIN = path.join(import.meta.dirname, 'main.ts')
const AT_ONCE = rounds(2500, 20_000)
const ONE_BY_ONE = rounds(200, 2000)

/** What a process of its own finds in some runs; it fails with what it printed if any of them does. */
const simulate = (...options: string[]) => run(process.execPath, [MAIN, ...options])

describe('an agent in a simulated world', () => {
  it(`converges and loses nothing, whoever does what and whatever breaks (${AT_ONCE} runs)`, async () => {
    // In two processes at once; a fifth of the runs has a third device.
    const withThree = AT_ONCE / 5
    const withTwo = (AT_ONCE - withThree) / 2
    await Promise.all([
      simulate('--runs', String(withTwo), '--seed', String(withTwo + 1)),
      simulate('--runs', String(withTwo), '--seed', '1').then(() =>
        simulate('--runs', String(withThree), '--seed', '1', '--devices', '3'),
      ),
    ])
  })

  it(`does exactly what one person does, if nobody else does anything (${ONE_BY_ONE} runs)`, async () => {
    await simulate('--runs', String(ONE_BY_ONE), '--one-by-one')
  })

  it('goes the same way for the same seed', async () => {
    const traced = ['--seed', '18', '--trace']
    const [once, again] = await Promise.all([simulate(...traced), simulate(...traced)])
    const happenings = ({ stdout }: { stdout: string }) => stdout.split('\n').slice(0, -2)
    assert.ok(happenings(once).length > 100)
    assert.deepEqual(happenings(again), happenings(once))
  })
})
