import assert from 'node:assert/strict'
import * as api from '@holdfast/api/files/files'
import { listHistory } from '@holdfast/api/files/history'
import * as revisions from '@holdfast/api/files/revisions'
import { listModifiedSince, searchRoot } from '@holdfast/api/files/search'
import type { EntryId, OrganizationId, RootId } from '@holdfast/api/ids'
import { getOrganizationUsage } from '@holdfast/api/oversight/usage'
import { formatSize } from '@holdfast/api/sizes'
import { formatUtc } from '@holdfast/api/time'
import { Expected } from './expected.ts'
import type { Player } from './game.ts'
import type { Past } from './past.ts'
import { contentOf, type ModelNode, type Tally, type TreeModel } from './tree-model.ts'
import { anyOptions, containersOf, getContainer } from './watch.ts'

/** Who looks at which root, and when. */
export interface Look {
  who: Player
  tree: TreeModel
  past: Past
  at: number
  random: (below: number) => number
}

const SEARCHES: [string, (name: string) => boolean][] = [
  ['txt', (name) => /txt/i.test(name)],
  ['STRASSE', (name) => /stra(ß|ss)e/i.test(name)],
  ['gz tar', (name) => /tar.*gz/i.test(name)],
  ['日本', (name) => name.includes('日本')],
  ['y', (name) => /^y/i.test(name)],
]

const rootOf = ({ tree }: Look) => ({ root_id: tree.rootId as RootId })
const rightOf = ({ tree, who, at }: Look) => new Expected(tree, who.id, at)
const byId = (a: { id: number }, b: { id: number }) => a.id - b.id

/** Holds all that can be asked about a root against the model. */
export async function compare(look: Look): Promise<void> {
  for (const folder of containersOf(look.tree)) await compareFolder(look, folder)
  for (const node of look.tree.nodes.values()) if (node.kind === 'file') await compareFile(look, node)
  await compareSearches(look)
  for (let n = 0; n < 2; n++) await compareModified(look)
  await compareNewest(look)
  for (let n = 0; n < 4; n++) await compareThen(look)
}

async function compareFolder(look: Look, folder: number): Promise<void> {
  const { who, tree, random } = look
  const right = rightOf(look)
  const asked = anyOptions(random)
  const { hash, ...seen } = (await getContainer(who, tree, folder, asked)) as api.Folder
  assert.match(String(hash), /^[0-9a-f]{40}$/)
  assert.deepEqual(seen, right.container(folder, asked))
  const { include_ancestors: _, ...listed } = asked
  const items = right.children(folder, listed)
  const page_size = 1 + random(5)
  const max_page = Math.max(1, Math.ceil(items.length / page_size))
  const page = 1 + random(max_page)
  const params = { ...rootOf(look), folder_id: folder as EntryId, ...listed, page, page_size }
  assert.deepEqual(await who.client.call(api.listFolderChildren, params), {
    page,
    page_size,
    max_page,
    total: items.length,
    results: items.slice((page - 1) * page_size, page * page_size),
  })
}

async function compareFile(look: Look, node: ModelNode): Promise<void> {
  const { who, random } = look
  const right = rightOf(look)
  const path = { ...rootOf(look), file_id: node.id as EntryId }
  const { include_deleted: _, ...asked } = anyOptions(random)
  assert.deepEqual(await who.client.call(api.getFile, { ...path, ...asked }), right.file(node, asked))
  const listed = await who.client.call(revisions.listFileRevisions, { ...path, page_size: 100 })
  assert.deepEqual(listed.results, right.revisions(node).slice(0, 100))
  const revision = node.revisions[random(node.revisions.length)]
  assert.ok(revision)
  const content = await who.client.open(revisions.downloadRevision, {
    ...path,
    revision_id: revision.id as never,
  })
  assert.equal(await content.text(), contentOf(revision))
}

async function compareSearches(look: Look): Promise<void> {
  const { who, tree } = look
  const right = rightOf(look)
  for (const [q, found] of SEARCHES) {
    const { results } = await who.client.call(searchRoot, { ...rootOf(look), q })
    const nodes = [...tree.nodes.values()].filter((node) => found(node.name) && !tree.isDeleted(node))
    const expected = nodes.sort(byId).map((node) => right.item(node))
    assert.deepEqual(results, expected, q)
  }
}

async function compareModified(look: Look): Promise<void> {
  const { who, tree, past, random } = look
  const since = past.any(random).at
  const include_deleted = random(2) === 0
  const { results } = await who.client.call(listModifiedSince, {
    ...rootOf(look),
    since: formatUtc(since),
    include_deleted,
  })
  const right = rightOf(look)
  const about = `modified since ${formatUtc(since)}`
  const [must, may] = turnedSince(tree, past, since)
  const found = new Map(results.map((file) => [Number(file.id), file]))
  for (const node of tree.nodes.values()) {
    if (node.kind === 'folder') continue
    const [changed, shown] = [node.changed >= since, include_deleted || !tree.isDeleted(node)]
    const file = found.get(node.id)
    if (shown && (changed || must.has(node.id))) assert.ok(file, `${about}: ${node.name} is missing`)
    if (!file) continue
    assert.ok(shown && (changed || may.has(node.id)), `${about}: not ${node.name}`)
    assert.deepEqual(file, right.file(node), about)
  }
  assert.equal(results.length, found.size)
}

/**
 * What was deleted or restored since a moment, by itself or with a folder, even if it is now what it was; and what may be
 * taken for it: what has come into such a folder since, or stays deleted by another mark.
 */
function turnedSince(now: TreeModel, past: Past, since: number): [Set<number>, Set<number>] {
  const [must, may] = [new Set<number>(), new Set<number>()]
  const [before, ...after] = past.around(since)
  if (!before) return [must, may]
  const marked = new Set<number>()
  /** Deleted all along by marks that stay as they are. */
  const stays = new Set<number>()
  for (const [id, was] of before.tree.nodes) {
    const then = marksOn(before.tree, was)
    const later = after.flatMap(({ tree }) => {
      const node = tree.nodes.get(id)
      if (node && node.deleted !== was.deleted) marked.add(id)
      return node ? [marksOn(tree, node)] : []
    })
    if (later.some((marks) => marks.length > 0 !== then.length > 0)) must.add(id)
    const upTo = (marks: number[], mark: number) => String(marks.slice(0, marks.indexOf(mark) + 1))
    if (then.some((mark) => later.every((marks) => upTo(marks, mark) === upTo(then, mark)))) stays.add(id)
  }
  for (const node of now.nodes.values()) {
    const turned = [node, ...now.above(node)].some(({ id }) => must.has(id) || marked.has(id))
    if (turned && !stays.has(node.id)) may.add(node.id)
  }
  return [must, may]
}

/** The item and the folders that it is in, as far as they are deleted by themselves, innermost first. */
const marksOn = (tree: TreeModel, node: ModelNode): number[] =>
  [...tree.above(node), node]
    .reverse()
    .filter(({ deleted }) => deleted)
    .map(({ id }) => id)

/** The newest operation ends with the newest number. */
async function compareNewest(look: Look): Promise<void> {
  const { results } = await look.who.client.call(listHistory, { ...rootOf(look), limit: 1 })
  assert.equal(results[0]?.last_seq ?? 0, look.tree.seq)
}

/** What is known of an item of that time: locks and versions are not. */
const bare = ({ locks: _, is_locked: __, ver: ___, ...item }: api.Item) => item

/** All that was in the root at some moment, but for what was purged since. */
async function compareThen(look: Look): Promise<void> {
  const { who, tree, past, random } = look
  const chosen = past.any(random)
  const byTime = random(2) === 0
  const state = byTime ? past.byTime(chosen.at) : chosen
  if (!state) return
  const as_of = byTime ? formatUtc(chosen.at) : String(past.numberOf(chosen, random))
  const was = state.tree.copy()
  // With a purged folder the way to what was in it then is gone, though it may be elsewhere now.
  const gone = [...was.nodes.values()].filter(({ id }) => !tree.nodes.has(id))
  for (const node of gone) for (const { id } of [node, ...was.below(node)]) was.nodes.delete(id)
  const right = new Expected(was, who.id, state.at)
  for (const folder of containersOf(was)) {
    const include_deleted = random(2) === 0
    const items = right.children(folder, { include_deleted }).map(bare)
    for (let page = 1, last = 1; page <= last; page++) {
      const { results, max_page, as_of_seq } = await who.client.call(api.listFolderChildren, {
        ...rootOf(look),
        folder_id: folder as EntryId,
        as_of,
        include_deleted,
        page_size: 100,
        page,
      })
      last = max_page
      assert.equal(as_of_seq, state.seq)
      assert.deepEqual(results.map(bare), items.slice(100 * (page - 1), 100 * page))
    }
  }
}

/** What an organization uses, all of it in these roots. */
export async function compareUsage(
  admin: Player,
  organization_id: OrganizationId,
  trees: readonly TreeModel[],
): Promise<void> {
  const { total_space_usage } = await admin.client.call(getOrganizationUsage, { organization_id })
  const sum = (tally: keyof Tally, deleted: boolean) =>
    trees.reduce((all, tree) => all + tree.tally(deleted)[tally], 0)
  const [head, live, gone] = [sum('head', false), sum('stored', false), sum('stored', true)]
  const stored = trees.reduce((all, tree) => all + tree.stored, 0)
  assert.deepEqual(total_space_usage, {
    type: 'root_space_usage',
    file_count: sum('files', false),
    head_size: head,
    head_size_formatted: formatSize(head),
    revision_count: sum('revisions', false),
    revision_size: live,
    revision_size_formatted: formatSize(live),
    del_file_count: sum('files', true),
    del_revision_count: sum('revisions', true),
    deleted_size: gone,
    deleted_size_formatted: formatSize(gone),
    physical_size: stored,
    physical_size_formatted: formatSize(stored),
    root_count: trees.length,
  })
}
