import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as places from '@holdfast/api/files/file-places'
import * as api from '@holdfast/api/files/files'
import { compareStates, type Difference, listHistory, restoreState } from '@holdfast/api/files/history'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { numbers } from '@holdfast/server/testkit/content/numbers'
import { liveItems, type RecordedTree, recordTree } from '@holdfast/server/testkit/content/recorded-tree'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld, type World } from '@holdfast/server/testkit/servers/world'

const OPERATIONS = rounds(30, 50)
const COMPARISONS = rounds(12, 25)
/** Every second one is undone. */
const RESTORES = rounds(4, 8)
const FOLDERS = ['Alpha', 'beta', 'Gamma', 'Ärger', 'ärgere']
const FILES = ['one.txt', 'Two.txt', 'three.txt', 'Öl.txt', 'öl 2.txt', 'six']

interface Point {
  seq: number
  time: string
  tree: RecordedTree
}

/** Two people who take turns in one root, doing whatever comes to their mind. */
class Story {
  readonly points: Point[] = []
  readonly contents = new Map<number, string>()
  readonly rootId: RootId
  readonly #random
  readonly #world: World
  readonly #people: readonly [Someone, Someone]
  who: Someone

  constructor(world: World, people: readonly [Someone, Someone], seed: number) {
    this.#world = world
    this.#people = people
    this.#random = numbers(seed)
    this.who = people[0]
    this.rootId = this.who.rootId
  }

  async live(): Promise<void> {
    await this.#note()
    while (this.points.length <= OPERATIONS) {
      this.who = this.pick(this.#people)
      await this.#world.changeRoot(this.rootId, { person_id: this.who.id })
      this.#world.clock.advance({ seconds: this.#random(3) + 1 })
      if (await this.#act()) await this.#note()
    }
  }

  pick<T>(items: readonly T[]): T {
    return items[this.#random(items.length)] ?? assert.fail('nothing to pick from')
  }

  seq = async (): Promise<number> => {
    const [newest] = (await this.who.call(listHistory, { root_id: this.rootId, limit: 1 })).results
    return newest?.last_seq ?? 0
  }

  async #note(): Promise<void> {
    const time = formatUtc(this.#world.clock.now())
    const tree = await recordTree(this.who, this.rootId)
    this.points.push({ seq: await this.seq(), time, tree })
  }

  /** Whether it came to anything: names are often taken. */
  async #act(): Promise<boolean> {
    const live = [...(this.points.at(-1)?.tree.values() ?? [])].filter((item) => !item.is_deleted)
    const folders = [0, ...live.filter(({ type }) => type === 'folder').map(({ id }) => id)] as EntryId[]
    const files = live.filter(({ type }) => type === 'file')
    const root = { root_id: this.rootId }
    const [folder_id, to_folder_id] = [this.pick(folders), this.pick(folders)]
    const text = 'x'.repeat(this.#random(30)) + this.points.length
    const file = { name: this.pick(FILES), bytes: new Blob([text]) }
    const one = files.length > 0 ? { ...root, file_id: this.pick(files).id } : undefined
    const other = folder_id === 0 ? undefined : { ...root, folder_id }
    const upload = async (sent: Promise<api.File>) => this.contents.set((await sent).revision_id, text)
    const acts = [
      () => this.who.call(api.createFolderInFolder, { ...root, folder_id, name: this.pick(FOLDERS) }),
      () => upload(this.who.call(api.uploadToFolder, { ...root, folder_id, file })),
      () => upload(this.who.call(api.uploadToFolder, { ...root, folder_id, file })),
      () => one && upload(this.who.call(uploadRevision, { ...one, file })),
      () => one && this.who.call(places.renameFile, { ...one, name: this.pick(FILES) }),
      () => one && this.who.call(places.moveFile, { ...one, to_folder_id }),
      () => one && this.#random(2) === 0 && this.who.call(api.deleteFile, one),
      () => other && this.who.call(places.renameFolder, { ...other, name: this.pick(FOLDERS) }),
      () => other && this.who.call(places.moveFolder, { ...other, to_folder_id }),
      () => other && this.#random(3) === 0 && this.who.call(api.deleteFolder, other),
    ]
    const before = await this.seq()
    try {
      await this.pick(acts)()
    } catch (error) {
      assert.match(String(error), /name_conflict|into itself|already exists/)
    }
    return (await this.seq()) > before
  }
}

/** What a restored root shows, with the contents as they can be downloaded. */
async function downloaded(story: Story, tree: RecordedTree) {
  const texts = new Map<number, string>()
  for (const item of tree.values())
    if (item.type === 'file' && !item.is_deleted) {
      const response = await story.who.open(api.downloadFile, { root_id: story.rootId, file_id: item.id })
      texts.set(item.id, await response.text())
    }
  return liveItems(tree, ({ id }) => texts.get(id))
}

/** What a comparison must say of an item, or undefined where that depends on what is above it. */
function expectedKinds(before: RecordedTree, after: RecordedTree, id: number): string[] | undefined {
  const [one, other] = [before.get(id), after.get(id)]
  const [was, is] = [one !== undefined && !one.is_deleted, other !== undefined && !other.is_deleted]
  if (!was && !is) return []
  if (one && other && was && is)
    return [
      ...('revision_id' in one && 'revision_id' in other && one.revision_id !== other.revision_id
        ? ['changed']
        : []),
      ...(one.parent === other.parent ? [] : ['moved']),
      ...(one.name === other.name ? [] : ['renamed']),
    ]
  const parent = (was ? one : other)?.parent ?? 0
  const [from, to] = [before.get(parent), after.get(parent)]
  const parentIsThereToo = parent === 0 || (from && to && !from.is_deleted && !to.is_deleted)
  if (!parentIsThereToo) return undefined
  return was ? ['removed'] : one ? ['restored'] : ['added']
}

for (const stack of STACKS)
  describe(`the history of a root on ${stack.name}`, () => {
    const world = useWorld(stack)
    let story: Story

    it('shows every folder as it was at any change and any time', async () => {
      const organizationId = await world.organization({ user_rollback: true })
      const people = [await world.person({ organizationId }), await world.person({ organizationId })] as const
      story = new Story(world, people, 20260115)
      await story.live()
      for (const [n, { seq, time, tree }] of story.points.entries()) {
        const point = n % 3 === 0 ? time : seq
        assert.deepEqual(await recordTree(story.who, story.rootId, point), tree, `as of ${point}`)
      }
    })

    it('tells what differs between any two states', async () => {
      for (let n = 0; n < COMPARISONS; n++) {
        const [one, other] = [story.pick(story.points), story.pick(story.points)]
        const [from, to] = one.seq <= other.seq ? [one, other] : [other, one]
        const found = new Map(
          (await differences(story, from.seq, to.seq)).map((item) => [item.item_id, item]),
        )
        for (const id of new Set([...from.tree.keys(), ...to.tree.keys()]) as Set<EntryId>) {
          const expected = expectedKinds(from.tree, to.tree, id)
          const difference = found.get(id)
          const about = `${id} from ${from.seq} to ${to.seq}`
          if (expected) assert.deepEqual((difference?.kinds ?? []).toSorted(), expected.toSorted(), about)
          if (!difference) continue
          assert.equal(difference.before?.path, from.tree.get(id)?.path, about)
          assert.equal(difference.after?.path, to.tree.get(id)?.path, about)
          assert.equal(difference.after?.is_deleted, to.tree.get(id)?.is_deleted, about)
        }
      }
    })

    it('can be gone back in to any point, and that can be undone', async () => {
      const { rootId } = story
      for (let n = 0; n < RESTORES; n++) {
        const { seq, tree } = story.pick(story.points)
        const before = await downloaded(story, await recordTree(story.who, rootId))
        world.clock.advance({ seconds: 2 })
        const wish = { root_id: rootId, as_of: String(seq) }
        const foreseen = await story.who.call(restoreState, { ...wish, dry_run: true })
        const report = await story.who.call(restoreState, wish)
        assert.deepEqual({ ...report, dry_run: true }, foreseen)
        assert.equal(report.skipped, 0)
        const now = await recordTree(story.who, rootId)
        const expected = liveItems(tree, ({ revision_id }) => story.contents.get(revision_id))
        assert.deepEqual(await downloaded(story, now), expected, `back to ${seq}`)
        for (const [id, item] of tree) if (item.is_deleted) assert.ok(now.get(id)?.is_deleted)
        await checkInvariants(world.service.ctx.db.read)
        if (n % 2 === 0) continue
        await story.who.call(restoreState, { root_id: rootId, as_of: String(report.seq_before) })
        assert.deepEqual(await downloaded(story, await recordTree(story.who, rootId)), before)
      }
      await checkInvariants(world.service.ctx.db.read)
      // What was is not touched by what is restored.
      for (const { seq, tree } of story.points.filter((_, n) => n % 5 === 0))
        assert.deepEqual(await recordTree(story.who, rootId, seq), tree)
    })
  })

async function differences(story: Story, from: number, to: number): Promise<Difference[]> {
  const found: Difference[] = []
  let cursor: number | null = null
  do {
    const piece = { root_id: story.rootId, from: String(from), to: String(to), limit: 9 }
    const answer: { results: Difference[]; cursor: number | null } = await story.who.call(
      compareStates,
      cursor === null ? piece : { ...piece, cursor },
    )
    found.push(...answer.results)
    cursor = answer.cursor
  } while (cursor !== null)
  return found
}
