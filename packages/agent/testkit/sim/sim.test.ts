import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { runAtOnce, runOneByOne } from './run.ts'
import { withoutStacks } from './without-stacks.ts'
import type { WorldOptions } from './world.ts'

const run = promisify(execFile)
const MAIN = path.join(import.meta.dirname, 'main.ts')
const AT_ONCE = rounds(150, 20_000)
const ONE_BY_ONE = rounds(32, 2000)

async function simulate(runs: number, runOnce: typeof runAtOnce, options?: WorldOptions): Promise<void> {
  for (let seed = 1; seed <= runs; seed++) {
    const { fault, features } = await runOnce(seed, options)
    assert.equal(fault, undefined, `seed ${seed} (${features.join(', ')}): ${fault}`)
  }
}

describe('an agent in a simulated world', () => {
  withoutStacks()

  it(`converges and loses nothing, whoever does what and whatever breaks (${AT_ONCE} runs)`, async () => {
    const withThree = AT_ONCE / 5
    await simulate(AT_ONCE - withThree, runAtOnce)
    await simulate(withThree, runAtOnce, { devices: 3 })
  })

  it(`does exactly what one person does, if nobody else does anything (${ONE_BY_ONE} runs)`, async () => {
    await simulate(ONE_BY_ONE, runOneByOne)
  })

  it('goes the same way for the same seed', async () => {
    // In processes that have done nothing else.
    const traced = () => run(process.execPath, [MAIN, '--seed', '18', '--trace'])
    const [once, again] = await Promise.all([traced(), traced()])
    const happenings = ({ stdout }: { stdout: string }) => stdout.split('\n').slice(0, -2)
    assert.ok(happenings(once).length > 100)
    assert.deepEqual(happenings(again), happenings(once))
  })
})
