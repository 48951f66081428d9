import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntryId } from '@holdfast/api/ids'
import { blank } from '../../testkit/planner/apply-op.ts'
import { everything } from './affected.ts'
import type { LocalId } from './local-id.ts'
import { TOP_LOCAL } from './local-tree.ts'
import { plan } from './plan.ts'
import { TOP_ROW } from './remote-tree.ts'
import { settleLinks } from './settle-links.ts'
import { Trees } from './trees.ts'

const DEPTH = 6

/** Folders in each other, the same on both sides. Each has a greater id than the one in it, so a pass links only one. */
function slowTrees(): Trees {
  const trees = new Trees()
  let parentId = TOP_ROW
  let localParent = TOP_LOCAL
  for (let n = 1; n <= DEPTH; n++) {
    const id = (DEPTH + 1 - n) as EntryId
    const localId = `local ${n}` as LocalId
    const name = `folder ${n}`
    const both = { kind: 'folder', name, content: null, size: 0 } as const
    trees.remote.learn({ ...blank(id), ...both, parentId, ver: 1 })
    trees.local.put({ ...both, id: localId, parentId: localParent, rawName: name, stamp: '', modified: null })
    parentId = id
    localParent = localId
  }
  return trees
}

const linked = ({ links }: Trees): number => [...links.all()].length

describe('settling links', () => {
  it('goes through them until a pass changes nothing', () => {
    const trees = slowTrees()
    assert.deepEqual([...settleLinks(trees, everything(trees))], [])
    assert.equal(linked(trees), DEPTH)
    assert.ok(trees.dirty.isEmpty)
  })

  it('gives back which rows were still changing where it gives up', () => {
    const trees = slowTrees()
    trees.mostPasses = 2
    trees.dirty.take()
    assert.deepEqual([...settleLinks(trees, everything(trees))], [DEPTH - 1])
    assert.equal(linked(trees), 2)
  })

  it('is said in a plan where it gave up, and tried again in the next one', () => {
    const trees = slowTrees()
    trees.mostPasses = 2
    const made = plan(trees, 'everything')
    assert.deepEqual([...made.undecided], [DEPTH - 1])
    assert.ok(made.unsettled.has((DEPTH - 1) as EntryId))
    trees.mostPasses = 1000
    const again = plan(trees, made.unsettled)
    assert.deepEqual([[...again.undecided], again.ops], [[], []])
    assert.equal(linked(trees), DEPTH)
  })
})
