import assert from 'node:assert/strict'
import * as trees from '@holdfast/api/files/file-tree'
import * as api from '@holdfast/api/files/files'
import * as retention from '@holdfast/api/files/retention'
import type { EntryId, RevisionId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { numbered } from './content.ts'
import { expected, type Game, type Move, onlyOwner, pathTo, pick, rootOf } from './game.ts'
import type { ModelNode, ModelRevision } from './tree-model.ts'

/** Mostly something that is deleted. */
function deletedNode(game: Game): ModelNode | undefined {
  const all = [...game.tree.nodes.values()]
  const deleted = all.filter((node) => game.tree.isDeleted(node))
  const from = deleted.length === 0 || game.random(10) === 0 ? all : deleted
  return from.length === 0 ? undefined : pick(game, from)
}

/** Where a deleted node comes back to: folders that are there, and names of those to be made below them. */
function wayBack({ tree, who, at }: Game, node: ModelNode) {
  const above = tree.above(node)
  const cut = above.findIndex(({ deleted }) => deleted)
  const folders = cut === -1 ? above : above.slice(0, cut)
  const missing = (cut === -1 ? [] : above.slice(cut)).map(({ name }) => name)
  const refusals = new Set<string>()
  while (missing.length > 0) {
    const there = tree.named(folders.at(-1)?.id ?? 0, missing[0] as string)
    if (!there) break
    if (there.kind === 'file') refusals.add('name_conflict')
    if (there.kind === 'file') break
    folders.push(there)
    missing.shift()
  }
  if (tree.lockedFor(who.id, folders.at(-1), at)) refusals.add('resource_locked')
  return { folders, missing, refusals }
}

export function restore(game: Game): Move | undefined {
  const { tree, who, at } = game
  const node = deletedNode(game)
  if (!node) return undefined
  const refusals = onlyOwner(game)
  const on_conflict = pick(game, ['error', 'rename'] as const)
  const gone = tree.isDeleted(node)
  const { folders, missing, refusals: inTheWay } = wayBack(game, node)
  const parent = folders.at(-1)?.id ?? 0
  if (gone) for (const code of inTheWay) refusals.add(code)
  if (gone && missing.length === 0 && on_conflict === 'error' && tree.named(parent, node.name))
    refusals.add('name_conflict')
  const path = pathTo(game, node)
  return {
    what: `restore ${node.name} ${on_conflict}`,
    refusals,
    async call() {
      const op = node.kind === 'file' ? trees.restoreFile : trees.restoreFolder
      const answer = await who.client.call(op, { ...path, on_conflict } as never)
      const look = node.kind === 'file' ? api.getFile : api.getFolder
      const { ancestors } = (await who.client.call(look, {
        ...path,
        include_ancestors: true,
        ...(node.kind === 'folder' && { include_children: false }),
      } as never)) as api.File
      return { answer, made: ancestors?.slice(folders.length + 1) }
    },
    apply(result) {
      const { answer, made } = result as { answer: api.Item; made: api.Folder[] }
      if (gone) {
        assert.deepEqual(
          made.map(({ name }) => name),
          missing,
        )
        let into = parent
        for (const { id, name } of made) into = tree.add({ id, kind: 'folder', name, parent: into }, at).id
        node.name = numbered(tree, into, node.name)
        node.parent = into
        tree.mark(node, false, at)
      }
      assert.deepEqual(answer, expected(game).item(node))
    },
  }
}

export function purge(game: Game): Move | undefined {
  const { tree, who, at } = game
  const node = deletedNode(game)
  if (!node) return undefined
  // Who manages the root may, if the policy lets people do so; administrators may always.
  const refusals = new Set(who.administrator ? [] : ['forbidden'])
  if (!tree.isDeleted(node)) refusals.add('invalid_request')
  if (tree.lockedFor(who.id, node.parent === 0 ? undefined : tree.node(node.parent), at))
    refusals.add('resource_locked')
  const op = node.kind === 'file' ? retention.purgeFile : retention.purgeFolder
  return {
    what: `purge ${node.name}`,
    refusals,
    call: () => who.client.call(op, pathTo(game, node) as never),
    apply(answer) {
      assert.deepEqual(answer, { status: 'ok' })
      tree.drop(node)
    },
  }
}

/** Removes earlier revisions of a file for ever: one of them, or all but the newest, or those of long ago. */
export function trim(game: Game): Move | undefined {
  const { tree, who, at } = game
  const files = [...tree.nodes.values()].filter(({ revisions }) => revisions.length > 0)
  const old = files.filter(({ revisions }) => revisions.length > 1)
  const node = pick(game, old.length > 0 && game.random(6) > 0 ? old : files)
  if (!node) return undefined
  const refusals = new Set(who.administrator ? [] : ['forbidden'])
  if (tree.lockedFor(who.id, node, at)) refusals.add('resource_locked')
  const one = game.random(2) === 0 ? pick(game, node.revisions) : undefined
  if (one && one === tree.head(node)) refusals.add('invalid_request')
  const keep = pick(game, [undefined, 1, 2])
  const before = keep === undefined || game.random(2) === 0 ? pick(game, node.revisions).created : undefined
  const goes = (revision: ModelRevision, index: number) =>
    one
      ? revision === one
      : index < node.revisions.length - (keep ?? 1) && (before === undefined || revision.created < before)
  const gone = node.revisions.filter(goes)
  const path = { ...rootOf(game), file_id: node.id as EntryId }
  return {
    what: `trim ${node.name}: ${one ? one.id : `keep ${keep}, before ${before}`}`,
    refusals,
    call: (): Promise<unknown> =>
      one
        ? who.client.call(retention.deleteRevision, { ...path, revision_id: one.id as RevisionId })
        : who.client.call(retention.trimRevisions, {
            ...path,
            ...(keep !== undefined && { keep }),
            ...(before !== undefined && { before: formatUtc(before) }),
          }),
    apply(answer) {
      assert.deepEqual(answer, { status: 'ok', ...(!one && { removed: gone.length }) })
      node.revisions = node.revisions.filter((revision) => !gone.includes(revision))
    },
  }
}
