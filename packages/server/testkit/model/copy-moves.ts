import assert from 'node:assert/strict'
import * as places from '@holdfast/api/files/file-places'
import * as trees from '@holdfast/api/files/file-tree'
import * as api from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { numbered } from './content.ts'
import {
  aFolder,
  aNode,
  expected,
  type Game,
  type Move,
  nameFor,
  onlyOwner,
  pathTo,
  pick,
  refusalsInto,
  refusalsOn,
} from './game.ts'
import type { ModelNode, TreeModel } from './tree-model.ts'

/** A root must stay small enough to be looked at from end to end. */
const MOST_NODES = 150

/** The game as it looks from the root that something comes to. */
const atTarget = (game: Game): Game =>
  game.random(3) === 0 ? { ...game, tree: game.other, other: game.tree } : game

/** Copies a file or folder, within its root or into another. */
export function copy(game: Game): Move | undefined {
  const { tree, who } = game
  const node = aNode(game)
  if (!node) return undefined
  const there = atTarget(game)
  if (there.tree.nodes.size + tree.below(node).length > MOST_NODES) return undefined
  const refusals = onlyOwner(there)
  if (who.id !== tree.owner && !who.administrator) refusals.add('forbidden')
  if (tree.isDeleted(node)) refusals.add('not_found')
  const parent = aFolder(there)
  const given = game.random(2) === 0 ? nameFor(game, node.kind, refusals) : undefined
  const name = given ?? node.name
  const on_conflict = pick(game, [undefined, 'error', 'rename'] as const)
  refusalsInto(there, parent, refusals)
  if (on_conflict !== 'rename' && there.tree.named(parent, name)) refusals.add('name_conflict')
  return {
    what: `copy ${node.name} to ${name} in ${parent} of ${there.tree.name} ${on_conflict}`,
    refusals,
    async call() {
      const op = node.kind === 'file' ? trees.copyFile : trees.copyFolder
      const answer = (await who.client.call(op, {
        ...pathTo(game, node),
        to_folder_id: parent,
        ...(there !== game && { to_root_id: there.tree.rootId }),
        ...(given !== undefined && { name: given }),
        ...(on_conflict && { on_conflict }),
      } as never)) as api.Item
      return { answer, top: await lookAt(there, answer) }
    },
    apply(result) {
      const { answer, top } = result as { answer: api.Item; top: Copied }
      add(there, { tree, node, parent, name: numbered(there.tree, parent, name) }, top)
      assert.deepEqual(answer, expected(there).item(there.tree.node(answer.id)))
    },
  }
}

/** Moves to another root: a copy there, and here something deleted. */
export function moveAcross(game: Game): Move | undefined {
  const { tree, other, who, at } = game
  const node = aNode(game)
  if (!node || other.nodes.size + tree.below(node).length > MOST_NODES) return undefined
  const there = { ...game, tree: other, other: tree }
  const refusals = new Set([...onlyOwner(game), ...onlyOwner(there)])
  refusalsOn(game, node, refusals)
  if (tree.lockedBelow(who.id, tree.below(node), at)) refusals.add('resource_locked')
  const parent = aFolder(there)
  refusalsInto(there, parent, refusals)
  if (other.named(parent, node.name)) refusals.add('name_conflict')
  return {
    what: `${node.name} to ${parent} of ${other.name}`,
    refusals,
    async call() {
      const op = node.kind === 'file' ? places.moveFile : places.moveFolder
      const answer = await who.client.call(op, {
        ...pathTo(game, node),
        to_folder_id: parent,
        to_root_id: other.rootId,
      } as never)
      assert.deepEqual(answer, { status: 'ok' })
      const items = await list(there, parent)
      return lookAt(there, items.find((item) => item.name === node.name && !item.is_deleted) as api.Item)
    },
    apply(top) {
      add(there, { tree, node, parent, name: node.name }, top as Copied)
      tree.mark(node, true, at)
    },
  }
}

/** A copy, with what is in it. */
interface Copied {
  item: api.Item
  children: Copied[]
}

async function lookAt(game: Game, item: api.Item): Promise<Copied> {
  const children: Copied[] = []
  if (item.type === 'folder')
    for (const child of await list(game, item.id)) children.push(await lookAt(game, child))
  return { item, children }
}

async function list({ tree, who }: Game, folder: number): Promise<api.Item[]> {
  const items: api.Item[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const { results, max_page } = await who.client.call(api.listFolderChildren, {
      root_id: tree.rootId as RootId,
      folder_id: folder as EntryId,
      include_deleted: false,
      page_size: 100,
      page,
    })
    items.push(...results)
    last = max_page
  }
  return items
}

interface Source {
  /** Where it is copied from. */
  tree: TreeModel
  node: ModelNode
  /** Where it comes to, and its name there. */
  parent: number
  name: string
}

/** The copy is what was live of its source, with the newest contents and the times of that. */
function add(game: Game, source: Source, top: Copied): void {
  // The source may come to hold its own copy.
  addFrom(game, { ...source, tree: source.tree.copy() }, top)
}

function addFrom(game: Game, { tree: from, node, parent, name }: Source, { item, children }: Copied): void {
  const { tree, at } = game
  const copied = tree.add({ id: item.id, kind: node.kind, name, parent }, at)
  copied.created = node.created
  copied.modified = node.modified
  if (node.kind === 'file' && item.type === 'file') {
    const { pieces } = from.head(node)
    const full = pieces.join('').length
    copied.revisions.push({
      id: item.revision_id,
      pieces,
      created: at,
      modified: node.modified,
      full,
      delta: 0,
    })
  }
  const live = from.children(node.id).filter(({ deleted }) => !deleted)
  assert.deepEqual(
    new Set(children.map(({ item: child }) => child.name)),
    new Set(live.map((child) => child.name)),
  )
  for (const child of live)
    addFrom(
      game,
      { tree: from, node: child, parent: item.id, name: child.name },
      children.find(({ item: { name: its } }) => its === child.name) as Copied,
    )
}
