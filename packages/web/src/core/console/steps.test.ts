import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runSteps, type Step, waiting } from './steps.ts'

describe('steps', () => {
  it('are done in order, stop at what fails, and go on there without repeating what is done', async () => {
    const done: string[] = []
    let isBroken = true
    const does = async (id: string) => {
      if (id === 'two' && isBroken) throw new Error('away')
      done.push(id)
    }
    let steps: readonly Step[] = waiting(['one', 'two', 'three'])
    const told: string[] = []
    const run = () =>
      runSteps(steps, does, String, (next) => {
        steps = next
        told.push(next.map(({ state }) => state[0]).join(''))
      })
    assert.equal(await run(), false)
    assert.deepEqual(told, ['rww', 'dww', 'drw', 'dfw'])
    assert.equal(steps[1]?.why, 'Error: away')
    isBroken = false
    assert.equal(await run(), true)
    assert.deepEqual(done, ['one', 'two', 'three'])
    assert.ok(steps.every(({ state }) => state === 'done'))
  })
})
