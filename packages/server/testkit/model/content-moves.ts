import assert from 'node:assert/strict'
import * as api from '@holdfast/api/files'
import type { EntryId, RevisionId } from '@holdfast/api/ids'
import * as revisions from '@holdfast/api/revisions'
import {
  aFolder,
  CONTENTS,
  expected,
  type Game,
  type Move,
  nameFor,
  nodesOf,
  onlyOwner,
  pick,
  refusalsInto,
  refusalsOn,
  rootOf,
} from './game.ts'
import type { ModelNode, TreeModel } from './tree-model.ts'

/** The name that an upload gets which is to be renamed where its own is taken. */
export function numbered(tree: TreeModel, parent: number, name: string): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${stem} (${n})${extension}`
    if (!tree.named(parent, candidate)) return candidate
  }
}

export function upload(game: Game): Move {
  const { tree, who, at } = game
  const refusals = onlyOwner(game)
  const parent = aFolder(game)
  const given = nameFor(game, 'file', refusals)
  const content = pick(game, CONTENTS)
  const on_conflict = pick(game, [undefined, ...api.ON_CONFLICT])
  refusalsInto(game, parent, refusals)
  if (given === 'a/b') refusals.delete('invalid_name')
  const name = given === 'a/b' ? 'b' : given
  const taken = tree.named(parent, name)
  if (taken && on_conflict === 'revision') {
    if (taken.kind === 'folder') refusals.add('name_conflict')
    else if (tree.lockedFor(who.id, taken, at)) refusals.add('resource_locked')
  } else if (taken && on_conflict !== 'rename') refusals.add('name_conflict')
  return {
    what: `upload ${name} to ${parent} ${on_conflict}`,
    refusals,
    call: () =>
      who.client.call(api.uploadToFolder, {
        ...rootOf(game),
        folder_id: parent as EntryId,
        file: { name: given, bytes: new Blob([content]) },
        ...(on_conflict && { on_conflict }),
      }),
    apply(answer) {
      const file = answer as api.File
      if (taken && on_conflict === 'revision') return revise(game, taken, content, file)
      const node = tree.add({ id: file.id, kind: 'file', name: numbered(tree, parent, name), parent }, at)
      tree.write(
        node,
        { id: file.revision_id, content, created: at, modified: at, stored: content.length },
        at,
      )
      assert.deepEqual(file, expected(game).file(node))
    },
  }
}

/** The same content again is no revision. */
function revise(game: Game, node: ModelNode, content: string, answer: api.File): void {
  const { tree, at } = game
  if (tree.head(node).content !== content)
    tree.write(
      node,
      { id: answer.revision_id, content, created: at, modified: at, stored: content.length },
      at,
    )
  assert.deepEqual(answer, expected(game).file(node))
}

export function uploadRevision(game: Game): Move | undefined {
  const files = nodesOf(game, 'file')
  if (files.length === 0) return undefined
  const node = pick(game, files)
  const refusals = onlyOwner(game)
  refusalsOn(game, node, refusals)
  if (/\.exe$/i.test(node.name)) refusals.add('invalid_extension')
  const content = pick(game, CONTENTS)
  const if_ver = pick(game, [undefined, node.ver, node.ver + 1])
  if (if_ver !== undefined && if_ver !== node.ver) refusals.add('ver_conflict')
  return {
    what: `revision of ${node.name}, if ${if_ver}`,
    refusals,
    call: () =>
      game.who.client.call(revisions.uploadRevision, {
        ...rootOf(game),
        file_id: node.id as EntryId,
        file: { name: 'any', bytes: new Blob([content]) },
        ...(if_ver !== undefined && { if_ver }),
      }),
    apply: (answer) => revise(game, node, content, answer as api.File),
  }
}

export function restoreRevision(game: Game): Move | undefined {
  const { tree, at } = game
  const files = nodesOf(game, 'file')
  if (files.length === 0) return undefined
  const node = pick(game, files)
  const revision = pick(game, node.revisions)
  const refusals = onlyOwner(game)
  refusalsOn(game, node, refusals)
  return {
    what: `revision ${revision.id} of ${node.name} again`,
    refusals,
    call: () =>
      game.who.client.call(revisions.restoreRevision, {
        ...rootOf(game),
        file_id: node.id as EntryId,
        revision_id: revision.id as RevisionId,
      }),
    apply(answer) {
      const { revision_id } = answer as api.File
      if (revision !== tree.head(node))
        tree.write(node, { ...revision, id: revision_id, created: at, stored: 0 }, at)
      assert.deepEqual(answer, expected(game).file(node))
    },
  }
}
