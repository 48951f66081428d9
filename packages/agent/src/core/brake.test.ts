import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BRAKE_FILES, brakedSides } from './brake.ts'
import type { Op } from './ops.ts'
import type { RemoteTree } from './remote-tree.ts'
import { tallyOf } from './tally.ts'
import { Trees } from './trees.ts'

const many = (op: 'remove' | 'delete' | 'make', count: number): Op[] =>
  Array.from({ length: count }, () => ({ op, link: { kind: 'file', rowId: 7 } }) as Op)
const brakes = (ops: Op[], files: number): boolean =>
  brakedSides(tallyOf(ops, new Trees()).wouldGo, files).length > 0

describe('the brake', () => {
  it('stops a plan that takes more than a quarter of many files from one side', () => {
    for (const op of ['remove', 'delete'] as const) {
      assert.equal(brakes(many(op, 2500), 10_000), false)
      assert.equal(brakes(many(op, 2501), 10_000), true)
    }
    assert.equal(brakes([...many('remove', 2000), ...many('delete', 2000)], 10_000), false)
  })

  it('lets few files go, whatever their share, and any number come', () => {
    assert.equal(brakes(many('remove', BRAKE_FILES), BRAKE_FILES), false)
    assert.equal(brakes(many('make', 100_000), 10), false)
  })

  it('lets go what someone has deselected', () => {
    const { remote } = new Trees()
    remote.live = (id) => ({ id }) as ReturnType<RemoteTree['live']>
    assert.deepEqual(tallyOf(many('remove', 5000), { remote }).going, [])
  })
})
