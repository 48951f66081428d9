import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import { hold, resume, stayFor, toast, toasts } from './toasts.ts'

const shown = () => toasts.get().map(({ words }) => words)

describe('a message in the corner', () => {
  before(() => mock.timers.enable({ apis: ['setTimeout'] }))
  after(() => mock.timers.reset())

  it('stays for as long as was chosen, and longer while someone is at it', () => {
    toast('short')
    mock.timers.tick(7999)
    assert.deepEqual(shown(), ['short'])
    mock.timers.tick(1)
    assert.deepEqual(shown(), [])
    stayFor(20)
    toast('long')
    mock.timers.tick(19_999)
    const [{ id } = assert.fail()] = toasts.get()
    hold(id)
    mock.timers.tick(60_000)
    assert.deepEqual(shown(), ['long'])
    resume(id)
    mock.timers.tick(20_000)
    assert.deepEqual(shown(), [])
  })
})
