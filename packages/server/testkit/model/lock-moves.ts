import assert from 'node:assert/strict'
import * as locks from '@holdfast/api/files/file-locks'
import { aNode, type Game, type Move, onlyOwner, pathTo, pick, refusalsOn, rootOf } from './game.ts'
import { TreeModel } from './tree-model.ts'

export function lock(game: Game): Move {
  const { tree, who, at } = game
  const node = game.random(8) === 0 ? undefined : aNode(game)
  // A whole root is not locked for long: else most of what follows would be refused.
  const duration = pick(game, node ? [undefined, 1, 2, 2] : [1])
  const refusals = onlyOwner(game)
  if (node) refusalsOn(game, node, refusals)
  else if (tree.lockedFor(who.id, undefined, at)) refusals.add('resource_locked')
  const below = node ? tree.below(node) : [...tree.nodes.values()]
  if (tree.lockedBelow(who.id, below, at)) refusals.add('resource_locked')
  const op = !node ? locks.lockRoot : node.kind === 'file' ? locks.lockFile : locks.lockFolder
  const path = node ? pathTo(game, node) : rootOf(game)
  return {
    what: `lock ${node?.name ?? 'the root'} for ${duration}`,
    refusals,
    call: () => who.client.call(op, { ...path, ...(duration && { duration }) } as never),
    apply(answer) {
      assert.deepEqual(answer, { status: 'ok' })
      const locked = node ?? tree
      // What is locked without an end already stays as it is.
      if (TreeModel.held(locked.lock, at) && locked.lock.until === null && duration === undefined) return
      tree.seq++
      locked.lock = TreeModel.lockFor(who, locked.lock, duration, at)
    },
  }
}

export function unlock(game: Game): Move {
  const { tree, who, at } = game
  const node = game.random(8) === 0 ? undefined : aNode(game)
  // Anyone who manages the root may end any lock, and so may its administrators.
  const refusals = new Set(who.id === tree.owner || who.administrator ? [] : ['forbidden'])
  const op = !node ? locks.unlockRoot : node.kind === 'file' ? locks.unlockFile : locks.unlockFolder
  return {
    what: `unlock ${node?.name ?? 'the root'}`,
    refusals,
    call: () => who.client.call(op, (node ? pathTo(game, node) : rootOf(game)) as never),
    apply(answer) {
      assert.deepEqual(answer, { status: 'ok' })
      const locked = node ?? tree
      if (!TreeModel.held(locked.lock, at)) return
      tree.seq++
      locked.lock = undefined
    },
  }
}
