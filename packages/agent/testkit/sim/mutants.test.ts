import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BUDGET, MUTANTS } from './mutants.ts'
import { runsUnder } from './mutate.ts'

describe('the simulation', () => {
  it('fails for its canary, whatever is drawn', async () => {
    const { runAtOnce } = await runsUnder('is a canary')
    for (let seed = 1; seed <= 20; seed++)
      assert.notEqual((await runAtOnce(seed)).fault, undefined, `seed ${seed}`)
  })

  for (const [name, { seed: first, options }] of Object.entries(MUTANTS))
    it(`notices an agent, or a world, that ${name}`, async () => {
      const { runAtOnce } = await runsUnder(name)
      for (let seed = first; seed < first + BUDGET; seed++)
        if ((await runAtOnce(seed, options)).fault !== undefined) return
      assert.fail(`It was not noticed within ${BUDGET} runs from seed ${first} on.`)
    })
})
