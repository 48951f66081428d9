import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiClientError } from '@holdfast/api/client'
import * as api from '@holdfast/api/files'
import type { EntryId, OrganizationId, RootId } from '@holdfast/api/ids'
import * as revisions from '@holdfast/api/revisions'
import { listModifiedSince, searchRoot } from '@holdfast/api/search'
import { formatSize } from '@holdfast/api/sizes'
import { formatUtc } from '@holdfast/api/time'
import { getOrganizationUsage } from '@holdfast/api/usage'
import { checkInvariants } from '@holdfast/server/testkit/invariants'
import { type Asked, Expected } from '@holdfast/server/testkit/model/expected'
import type { Game, Player } from '@holdfast/server/testkit/model/game'
import { MOVES } from '@holdfast/server/testkit/model/moves'
import { type ModelNode, TreeModel } from '@holdfast/server/testkit/model/tree-model'
import { numbers } from '@holdfast/server/testkit/numbers'
import { STACKS } from '@holdfast/server/testkit/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/world'

// To look for more: MODEL_STEPS=20000 MODEL_SEED=12345 npm test -- files/model
const STEPS = Number(process.env.MODEL_STEPS ?? 1200)
const SEED = Number(process.env.MODEL_SEED ?? 20261115)

/** What is known of an item of then: locks are not. */
const bare = ({ locks: _, is_locked: __, ...item }: api.Item) => item

const SEARCHES: [string, (name: string) => boolean][] = [
  ['txt', (name) => /txt/i.test(name)],
  ['STRASSE', (name) => /stra(ß|ss)e/i.test(name)],
  ['gz tar', (name) => /tar.*gz/i.test(name)],
  ['日本', (name) => name.includes('日本')],
  ['y', (name) => /^y/i.test(name)],
]

const asPlayer = (client: Someone, name: string, administrator = false): Player => ({
  client,
  id: client.id,
  name,
  administrator,
})

for (const stack of STACKS)
  describe(`files against a model on ${stack.name}`, () => {
    const world = useWorld(stack)
    const random = numbers(SEED)
    const flag = () => random(2) === 0

    it(`agree in every answer over ${STEPS} operations of several people`, async (test) => {
      const organizationId = await world.organization({ space_quota: 10 ** 12 })
      const people = [
        asPlayer(await world.person({ organizationId }), 'Pat Doe 2'),
        asPlayer(await world.person({ organizationId }), 'Pat Doe 3'),
        asPlayer(await world.person({ organizationId, siteAdmin: true }), 'Pat Doe 4', true),
      ]
      const trees: TreeModel[] = []
      for (const { client, id } of people) {
        const { name } = await client.call(api.getRoot, { root_id: client.rootId })
        trees.push(new TreeModel(client.rootId, name, id))
      }
      const [tree] = trees as [TreeModel]
      /** What was, at the end of each second in which something happened. */
      const then: { at: number; tree: TreeModel }[] = []
      const played = new Map<string, number>()
      let [refused, kept] = [0, 0]

      const ownerOf = ({ owner }: TreeModel) => people.find(({ id }) => id === owner) as Player
      const options = (): Asked => ({
        include_deleted: flag(),
        include_lock_info: flag(),
        include_permissions: flag(),
        include_ancestors: random(4) === 0,
      })
      const containers = () => [
        0,
        ...[...tree.nodes.values()].flatMap((n) => (n.kind === 'folder' ? [n.id] : [])),
      ]
      const getContainer = (who: Player, folder: number, asked: Asked, hash?: string) =>
        who.client.callUnlessKnown(api.getFolder, {
          root_id: tree.rootId as RootId,
          folder_id: folder as EntryId,
          ...asked,
          ...(hash && { hash }),
        })

      /** Looks at a folder before something happens; the function it gives looks again. */
      async function watch(who: Player) {
        // Locks in it are what is hardest to follow.
        const locked = [...tree.nodes.values()].flatMap(({ lock, parent }) => (lock ? [parent] : []))
        const from = locked.length > 0 && flag() ? locked : containers()
        const folder = from[random(from.length)] as number
        const asked = options()
        const before = new Expected(tree, who.id, world.clock.now()).container(folder, asked)
        const seen = await getContainer(who, folder, asked)
        const { hash, ...rest } = seen as api.Folder
        assert.deepEqual(rest, before)
        const now = () =>
          JSON.stringify(new Expected(tree, who.id, world.clock.now()).container(folder, asked))
        const first = JSON.stringify(before)
        let between = first
        return {
          /** Time has passed, and nothing else. */
          meanwhile() {
            between = now()
          },
          async again(what: string) {
            // A folder purged meanwhile has no answer any more.
            if (folder !== 0 && !tree.nodes.has(folder)) return
            const after = now()
            const answer = await getContainer(who, folder, asked, hash)
            const about = `${what}, seen from ${folder} with ${JSON.stringify(asked)}`
            const changed = 'hash' in answer
            if (first !== after) assert.equal(changed, true, `the same hash for another answer: ${about}`)
            // A lock may end and be taken again: what changes and changes back has changed.
            if (first !== after || first !== between) return
            kept++
            assert.equal(changed, false, `another hash for the same answer: ${about}`)
          },
        }
      }

      async function step(n: number): Promise<void> {
        // Locks of the one who had the root keep the one who gets it.
        if (random(40) === 0) {
          tree.owner = (people[random(2)] as Player).id
          await world.changeRoot(tree.rootId as RootId, { person_id: tree.owner as never })
        }
        const who = random(6) === 0 ? (people[random(3)] as Player) : ownerOf(tree)
        const lookers = [ownerOf(tree), people[2] as Player]
        const watches = [await watch(lookers[0] as Player), await watch(lookers[random(2)] as Player)]
        // Locks end meanwhile, by themselves.
        world.clock.advance({ seconds: random(40) })
        for (const look of watches) look.meanwhile()
        const game: Game = { tree, who, at: world.clock.now(), random }
        const make = MOVES[random(MOVES.length)]
        const move = make?.(game)
        if (!make || !move) return
        const about = `${n}: ${move.what} by ${who.name}`
        played.set(make.name, (played.get(make.name) ?? 0) + 1)
        try {
          const answer = await move.call()
          assert.deepEqual([...move.refusals], [], `${about} should have been refused`)
          move.apply(answer)
          then.push({ at: game.at, tree: tree.copy() })
        } catch (error) {
          if (!(error instanceof ApiClientError)) throw error
          refused++
          assert.ok(move.refusals.has(error.code), `${about}: ${error.message}, not ${[...move.refusals]}`)
        }
        for (const look of watches) await look.again(about)
      }

      /** Holds all that can be asked against the model. */
      async function compare(): Promise<void> {
        const who = flag() ? ownerOf(tree) : (people[2] as Player)
        const right = new Expected(tree, who.id, world.clock.now())
        const root_id = tree.rootId as RootId
        for (const folder of containers()) {
          const asked = options()
          const { hash, ...seen } = (await getContainer(who, folder, asked)) as api.Folder
          assert.match(String(hash), /^[0-9a-f]{40}$/)
          assert.deepEqual(seen, right.container(folder, asked))
          const { include_ancestors: _, ...listed } = asked
          const items = right.children(folder, listed)
          const page_size = 1 + random(5)
          const page = 1 + random(Math.max(1, Math.ceil(items.length / page_size)))
          assert.deepEqual(
            await who.client.call(api.listFolderChildren, {
              root_id,
              folder_id: folder as EntryId,
              ...listed,
              page,
              page_size,
            }),
            {
              page,
              page_size,
              max_page: Math.max(1, Math.ceil(items.length / page_size)),
              total: items.length,
              results: items.slice((page - 1) * page_size, page * page_size),
            },
          )
        }
        for (const node of tree.nodes.values()) {
          if (node.kind === 'folder') continue
          const path = { root_id, file_id: node.id as EntryId }
          const { include_deleted: _, ...asked } = options()
          assert.deepEqual(await who.client.call(api.getFile, { ...path, ...asked }), right.file(node, asked))
          const listed = await who.client.call(revisions.listFileRevisions, { ...path, page_size: 100 })
          assert.deepEqual(listed.results, right.revisions(node).slice(0, 100))
          const revision = node.revisions[random(node.revisions.length)]
          const content = await who.client.open(revisions.downloadRevision, {
            ...path,
            revision_id: revision?.id as never,
          })
          assert.equal(await content.text(), revision?.content)
        }
        await compareUsage(organizationId)
        await compareFinding(who, right)
        for (let n = 0; n < 4; n++) await compareThen(who)
      }

      /** All that was in the root at some moment, but for what was purged since. */
      async function compareThen(who: Player): Promise<void> {
        const { at } = then[random(then.length)] ?? { at: 0 }
        const was = then.findLast((one) => one.at <= at)?.tree
        if (!was) return
        // With a purged folder the way to what lay in it then is gone, though it may lie elsewhere now.
        const gone = [...was.nodes.values()].filter(({ id }) => !tree.nodes.has(id))
        for (const node of gone) for (const { id } of [node, ...was.below(node)]) was.nodes.delete(id)
        const right = new Expected(was, who.id, at)
        for (const folder of [0, ...was.nodes.keys()]) {
          if (folder !== 0 && was.node(folder).kind === 'file') continue
          const include_deleted = flag()
          const page = await who.client.call(api.listFolderChildren, {
            root_id: tree.rootId as RootId,
            folder_id: folder as EntryId,
            as_of: formatUtc(at),
            include_deleted,
            page_size: 100,
          })
          assert.deepEqual(page.results.map(bare), right.children(folder, { include_deleted }).map(bare))
        }
      }

      /** Searches, and what has changed since some moment. */
      async function compareFinding(who: Player, right: Expected): Promise<void> {
        const root_id = tree.rootId as RootId
        const byId = (a: { id: number }, b: { id: number }) => a.id - b.id
        for (const [q, found] of SEARCHES) {
          const { results } = await who.client.call(searchRoot, { root_id, q })
          const nodes = [...tree.nodes.values()].filter((node) => found(node.name) && !tree.isDeleted(node))
          assert.deepEqual(
            results,
            nodes.sort(byId).map((node) => right.item(node)),
            q,
          )
        }
        const since = then[random(then.length)]?.at ?? 0
        const include_deleted = flag()
        const { results } = await who.client.call(listModifiedSince, {
          root_id,
          since: formatUtc(since),
          include_deleted,
        })
        const nodes = [...tree.nodes.values()].filter(
          (node) =>
            node.kind === 'file' && changedSince(node, since) && (include_deleted || !tree.isDeleted(node)),
        )
        assert.deepEqual(
          results.sort(byId),
          nodes.sort(byId).map((node) => right.file(node)),
        )
      }

      /** By itself, or because a folder above was deleted or restored, unless it was deleted otherwise all along. */
      function changedSince(node: ModelNode, since: number): boolean {
        if (node.changed >= since) return true
        const above = tree.above(node)
        const allAlong = [node, ...above].some(({ deleted, deletion }) => deleted && (deletion ?? 0) < since)
        return !allAlong && above.some(({ deletion }) => deletion !== undefined && deletion >= since)
      }

      async function compareUsage(organization_id: OrganizationId): Promise<void> {
        const [, , admin] = people as [Player, Player, Player]
        const { total_space_usage } = await admin.client.call(getOrganizationUsage, { organization_id })
        const [live, gone] = [tree.tally(false), tree.tally(true)]
        assert.deepEqual(total_space_usage, {
          type: 'root_space_usage',
          file_count: live.files,
          head_size: live.head,
          head_size_formatted: formatSize(live.head),
          revision_count: live.revisions,
          revision_size: live.stored,
          revision_size_formatted: formatSize(live.stored),
          del_file_count: gone.files,
          del_revision_count: gone.revisions,
          deleted_size: gone.stored,
          deleted_size_formatted: formatSize(gone.stored),
          physical_size: tree.stored,
          physical_size_formatted: formatSize(tree.stored),
          root_count: people.length,
        })
      }

      for (let n = 1; n <= STEPS; n++) {
        await step(n)
        if (n % 150 === 0) await compare()
      }
      await checkInvariants(world.service.ctx.db.read)
      test.diagnostic(
        `${JSON.stringify(Object.fromEntries(played))}, ${refused} refused, ${kept} hashes kept`,
      )
      // A game in which hardly anything happens, or all is refused, shows nothing.
      assert.ok(refused > STEPS / 20 && refused < STEPS / 2)
      assert.ok(kept > STEPS / 10)
    })
  })
