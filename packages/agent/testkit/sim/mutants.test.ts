import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { HASTY } from './hasty-mutants.ts'
import { BUDGET, MUTANTS, type Mutant } from './mutants.ts'
import { runsUnder } from './mutate.ts'
import { RARE } from './rare-mutants.ts'
import { runScript } from './run.ts'
import { SAVING } from './saving-mutants.ts'
import { SCRIPTED } from './scripted-mutants.ts'
import { SCRIPTS } from './scripts.ts'
import { UNSEEN } from './unseen-mutants.ts'
import { withoutStacks } from './without-stacks.ts'

/** So many steps an agent takes for what a script has it do. */
const CUTS = 40

const RARE_BUDGET = rounds(0, 100_000)

async function notice(t: TestContext, name: string, { seed: first, options }: Mutant, budget: number) {
  const { runAtOnce } = await runsUnder(name)
  for (let seed = first; seed < first + budget; seed++)
    // Their seeds were found before there were the later features.
    if ((await runAtOnce(seed, { later: false, ...options })).fault !== undefined) {
      if (seed > first) t.diagnostic(`noticed by seed ${seed}: from ${first} on takes longer`)
      return
    }
  assert.fail(`It was not noticed within ${budget} runs from seed ${first} on.`)
}

describe('the simulation', () => {
  withoutStacks()

  it('fails for its canary, whatever is drawn', async () => {
    const { runAtOnce } = await runsUnder('is a canary')
    for (let seed = 1; seed <= 20; seed++)
      assert.notEqual((await runAtOnce(seed)).fault, undefined, `seed ${seed}`)
  })

  for (const [name, mutant] of Object.entries({ ...MUTANTS, ...SAVING, ...UNSEEN, ...HASTY }))
    it(`notices an agent, or a world, that ${name}`, (t) => notice(t, name, mutant, BUDGET))

  describe('in many lives', { skip: RARE_BUDGET === 0 && 'part of npm run soak' }, () => {
    for (const [name, mutant] of Object.entries(RARE))
      it(`notices an agent that ${name}`, (t) => notice(t, name, mutant, RARE_BUDGET))
  })

  for (const name of Object.keys(SCRIPTED))
    it(`shows by a script, wherever it is cut, an agent that ${name}`, async () => {
      const script = SCRIPTS[name]
      assert.ok(script)
      const { runScript: runMutant } = await runsUnder(name)
      const options = name.startsWith('brakes') ? { features: ['brake'] as const } : {}
      let isShown = false
      for (let cut = 0; cut < (script.length === 0 ? 1 : CUTS); cut++) {
        assert.equal((await runScript(script(cut), options)).fault, undefined, `cut ${cut}`)
        isShown ||= (await runMutant(script(cut), options)).fault !== undefined
      }
      assert.ok(isShown)
    })
})
