import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BRAKE_FILES, isBraked } from './brake.ts'
import type { Op } from './ops.ts'

const many = (op: 'remove' | 'delete' | 'make', count: number): Op[] =>
  Array.from({ length: count }, () => ({ op, link: { kind: 'file' } }) as Op)

describe('the brake', () => {
  it('stops a plan that takes more than a quarter of many files from one side', () => {
    for (const op of ['remove', 'delete'] as const) {
      assert.equal(isBraked(many(op, 2500), 10_000), false)
      assert.equal(isBraked(many(op, 2501), 10_000), true)
    }
    assert.equal(isBraked([...many('remove', 2000), ...many('delete', 2000)], 10_000), false)
  })

  it('lets few files go, whatever their share, and any number come', () => {
    assert.equal(isBraked(many('remove', BRAKE_FILES), BRAKE_FILES), false)
    assert.equal(isBraked(many('make', 100_000), 10), false)
  })
})
