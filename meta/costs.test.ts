import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { differences, type KnownCosts, known } from '@holdfast/server/testkit/costs/compare'
import type { CountedWithFaults } from '@holdfast/server/testkit/costs/count-costs'
import { compileCache } from '@holdfast/server/testkit/servers/children'

const TESTKIT = path.resolve(import.meta.dirname, '../packages/server/testkit')
const FILE = path.join(import.meta.dirname, 'costs.json')
const WRITE = 'TESTKIT_WRITE_COSTS'

/**
 * What is counted depends on nothing but the code: there are no compilers, which do away with objects when they come to it, and no
 * garbage is collected while it is counted.
 */
const EXACT = [
  ...['--no-opt', '--no-maglev', '--no-sparkplug'],
  ...[
    '--expose-gc',
    '--single-threaded-gc',
    '--no-memory-reducer',
    '--min-semi-space-size=64',
    '--max-semi-space-size=64',
  ],
]
const PRELOADED = ['without-test-hooks.ts', 'cheap-passwords.ts', 'lean-fetch.ts'].flatMap((file) => [
  '--import',
  path.join(TESTKIT, 'runner', file),
])

async function count(): Promise<CountedWithFaults> {
  const program = path.join(TESTKIT, 'costs/count-costs.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [...EXACT, ...PRELOADED, program], {
    env: { ...process.env, ...compileCache() },
  })
  return JSON.parse(stdout)
}

const readKnown = async (): Promise<KnownCosts> => JSON.parse(await readFile(FILE, 'utf8'))

describe('what a request takes', () => {
  let counted: CountedWithFaults
  before(async () => {
    counted = await count()
    if (!process.env[WRITE]) return
    const costs = known(counted, process.arch, await readKnown())
    await writeFile(FILE, `${JSON.stringify(costs, null, 2)}\n`)
  })

  it('is as much as meta/costs.json says', async () => {
    const found = differences(await readKnown(), counted, process.arch)
    const advice = `If that is meant, run ${WRITE}=1 npm test -- meta/costs and say why in the commit:`
    assert.deepEqual(found, [], [advice, ...found].join('\n'))
  })

  for (const [fault, expected] of Object.entries({
    statement: /^metadata of a file: statements/,
    wrapper: /^metadata of a file: promises/,
    copy: /^metadata of a file: bytes/,
    hook: /^hooks onRequest/,
  }))
    it(`is noticed to be more with a ${fault} more`, () => {
      const found = differences(
        known(counted, process.arch),
        counted.faults[fault] ?? assert.fail(),
        process.arch,
      )
      assert.ok(
        found.some((line) => expected.test(line)),
        found.join('\n'),
      )
    })
})
