import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOutdated } from './is-outdated.ts'

describe('the version of an agent', () => {
  it('is outdated where the server has a later one, by numbers and not by letters', () => {
    for (const version of ['1.9.9', '1.10', '1.10.1', '0.11.0', '1.10.1-rc.2'])
      assert.ok(isOutdated(version, '1.10.2'), version)
    for (const version of ['1.10.2', '1.10.3', '1.11', '2', '1.10.2.1', 'unknown', '', null])
      assert.ok(!isOutdated(version, '1.10.2'), String(version))
  })
})
