import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inPath, restoredIn, stepsTo } from './device-paths.ts'

describe('paths of devices', () => {
  it('lead from a drive to its folders', () => {
    assert.equal(inPath(undefined, '/'), '/')
    assert.equal(inPath('/', 'srv'), '/srv')
    assert.equal(inPath('/srv', 'plans'), '/srv/plans')
    assert.equal(inPath('C:\\', 'Users'), 'C:\\Users')
    assert.equal(inPath('C:\\Users', 'Ann'), 'C:\\Users\\Ann')
  })

  it('have a step for each folder on the way, each with its own path', () => {
    const steps = (path: string) => stepsTo(path).map((step) => [step.name, step.path])
    assert.deepEqual(steps('/srv/plans'), [
      ['/', '/'],
      ['srv', '/srv'],
      ['plans', '/srv/plans'],
    ])
    assert.deepEqual(steps('/'), [['/', '/']])
    assert.deepEqual(steps('C:\\Users\\Ann'), [
      ['C:\\', 'C:\\'],
      ['Users', 'C:\\Users'],
      ['Ann', 'C:\\Users\\Ann'],
    ])
    assert.deepEqual(steps('\\\\server\\share\\x'), [
      ['\\\\server\\', '\\\\server\\'],
      ['share', '\\\\server\\share'],
      ['x', '\\\\server\\share\\x'],
    ])
  })

  it('are proposed for a restore, unless the folder is hidden', () => {
    assert.equal(restoredIn('/srv/plans', '2026-11-12'), '/srv/plans/restored 2026-11-12')
    assert.equal(restoredIn('', '2026-11-12'), '')
  })
})
