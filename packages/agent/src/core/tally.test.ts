import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntryId } from '@holdfast/api/ids'
import { blank } from '../../testkit/planner/apply-op.ts'
import type { Op } from './ops.ts'
import type { Kind } from './remote-tree.ts'
import { sideOf, tallyOf } from './tally.ts'
import { Trees } from './trees.ts'

const LOCAL = ['rename_conflicting', 'remove', 'move', 'make', 'replace'] as const
const REMOTE = ['create', 'send', 'place', 'delete'] as const
const WITH_LINK = new Set<string>(['remove', 'move', 'replace', 'send', 'place', 'delete'])
const opOf = (op: Op['op'], kind: Kind = 'file', rowId = 7): Op =>
  (WITH_LINK.has(op) ? { op, link: { kind, rowId } } : { op }) as Op

describe('the tally of a plan', () => {
  it('counts changes of the service as up, and those of the disk as down', () => {
    const { up, down } = tallyOf(
      [...LOCAL, ...REMOTE, 'create' as const].map((op) => opOf(op)),
      new Trees(),
    )
    assert.deepEqual({ up, down }, { up: 5, down: 5 })
    for (const op of LOCAL) assert.equal(tallyOf([opOf(op)], new Trees()).down, 1, op)
    for (const op of REMOTE) assert.equal(tallyOf([opOf(op)], new Trees()).up, 1, op)
  })

  it('lists and counts what takes files away, by the side that they go from', () => {
    const ops = [...LOCAL, ...REMOTE, 'delete' as const].map((op) => opOf(op))
    const { going, wouldGo } = tallyOf(ops, new Trees())
    assert.deepEqual(
      going.map((op) => [op.op, sideOf(op)]),
      [
        ['remove', 'here'],
        ['replace', 'here'],
        ['send', 'there'],
        ['delete', 'there'],
        ['delete', 'there'],
      ],
    )
    assert.deepEqual(wouldGo, { here: 2, there: 3 })
  })

  it('counts no folder, and nothing that somebody has deselected here', () => {
    const trees = new Trees()
    trees.remote.learn({ ...blank(7 as EntryId), name: 'kept', ver: 1 })
    trees.remote.deselected = new Set([7 as EntryId])
    const ops = [opOf('remove', 'folder', 8), opOf('delete', 'folder', 9), opOf('remove', 'file', 7)]
    const { up, down, going, wouldGo } = tallyOf(ops, trees)
    assert.deepEqual([up, down, going, wouldGo], [1, 2, [], { here: 0, there: 0 }])
  })

  it('counts what goes from here because somebody gave it a name that is ignored', () => {
    const trees = new Trees()
    trees.remote.learn({ ...blank(7 as EntryId), name: 'kept.tmp', ver: 1 })
    assert.deepEqual(tallyOf([opOf('remove', 'file', 7)], trees).wouldGo, { here: 1, there: 0 })
  })
})
