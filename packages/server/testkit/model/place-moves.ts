import assert from 'node:assert/strict'
import * as places from '@holdfast/api/files/file-places'
import * as api from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import {
  aFolder,
  aNode,
  expected,
  type Game,
  type Move,
  nameFor,
  onlyOwner,
  pathTo,
  refusalsInto,
  refusalsOn,
  rootOf,
} from './game.ts'

export function createFolder(game: Game): Move {
  const refusals = onlyOwner(game)
  const parent = aFolder(game)
  const name = nameFor(game, 'folder', refusals)
  refusalsInto(game, parent, refusals)
  if (game.tree.named(parent, name)) refusals.add('name_conflict')
  return {
    what: `folder ${name} in ${parent}`,
    refusals,
    call: () =>
      parent === 0 && game.random(2) === 0
        ? game.who.client.call(api.createFolderInRoot, { ...rootOf(game), name })
        : game.who.client.call(api.createFolderInFolder, {
            ...rootOf(game),
            folder_id: parent as EntryId,
            name,
          }),
    apply(answer) {
      const { id } = answer as api.Folder
      const node = game.tree.add({ id, kind: 'folder', name, parent }, game.at)
      assert.deepEqual(answer, expected(game).folder(node))
    },
  }
}

/** Renames and moves: another name, another folder, the rest the same. */
export function place(game: Game): Move | undefined {
  const { tree, who, at } = game
  const node = aNode(game)
  if (!node) return undefined
  const refusals = onlyOwner(game)
  refusalsOn(game, node, refusals)
  const renames = game.random(2) === 0
  const name = renames ? nameFor(game, node.kind, refusals) : node.name
  const parent = renames ? node.parent : aFolder(game)
  const changes = name !== node.name || parent !== node.parent
  if (changes) {
    if (tree.lockedBelow(who.id, tree.below(node), at)) refusals.add('resource_locked')
    refusalsInto(game, parent, refusals)
    const into = parent === 0 ? [] : [...tree.above(tree.node(parent)), tree.node(parent)]
    if (into.includes(node)) refusals.add('invalid_request')
    const taken = tree.named(parent, name)
    if (taken && taken !== node) refusals.add('name_conflict')
  }
  const path = pathTo(game, node)
  return {
    what: `${node.name} to ${name} in ${parent}`,
    refusals,
    call: () =>
      renames
        ? who.client.call(node.kind === 'file' ? places.renameFile : places.renameFolder, {
            ...path,
            name,
          } as never)
        : who.client.call(node.kind === 'file' ? places.moveFile : places.moveFolder, {
            ...path,
            to_folder_id: parent,
          } as never),
    apply(answer) {
      assert.deepEqual(answer, { status: 'ok' })
      if (!changes) return
      node.name = name
      node.parent = parent
      tree.touch(node, at)
    },
  }
}

export function remove(game: Game): Move | undefined {
  const { tree, who, at } = game
  const node = aNode(game)
  if (!node) return undefined
  const refusals = onlyOwner(game)
  const gone = tree.isDeleted(node)
  if (!gone && (tree.lockedFor(who.id, node, at) || tree.lockedBelow(who.id, tree.below(node), at)))
    refusals.add('resource_locked')
  return {
    what: `delete ${node.name}`,
    refusals,
    call: () =>
      who.client.call(node.kind === 'file' ? api.deleteFile : api.deleteFolder, pathTo(game, node) as never),
    apply(answer) {
      assert.deepEqual(answer, { status: 'ok' })
      if (gone) return
      tree.mark(node, true, at)
    },
  }
}
