import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiClientError } from '@holdfast/api/client'
import * as api from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import { numbers } from '@holdfast/server/testkit/content/numbers'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { compare, compareUsage } from '@holdfast/server/testkit/model/compare'
import { purge, trim } from '@holdfast/server/testkit/model/deletion-moves'
import { FolderTrees } from '@holdfast/server/testkit/model/folder-trees'
import type { Game, Player } from '@holdfast/server/testkit/model/game'
import { MOVES } from '@holdfast/server/testkit/model/moves'
import { Past } from '@holdfast/server/testkit/model/past'
import { TreeModel } from '@holdfast/server/testkit/model/tree-model'
import { Watch } from '@holdfast/server/testkit/model/watch'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

// To look for more: MODEL_STEPS=3000 MODEL_SEED=12345 npm test -- writing/model
const STEPS = Number(process.env.MODEL_STEPS ?? rounds(250, 12_000))
const SEED = Number(process.env.MODEL_SEED ?? 20261115)

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

    it(`agree in every answer over ${STEPS} operations of several people`, async (test) => {
      const organizationId = await world.organization({ space_quota: 10 ** 12, user_rollback: true })
      const people = [
        asPlayer(await world.person({ organizationId }), 'Pat Doe 2'),
        asPlayer(await world.person({ organizationId }), 'Pat Doe 3'),
        asPlayer(await world.person({ organizationId, siteAdmin: true }), 'Pat Doe 4', true),
      ] as const
      const roots: { tree: TreeModel; past: Past }[] = []
      for (const { client, id } of people) {
        const { name } = await client.call(api.getRoot, { root_id: client.rootId })
        const tree = new TreeModel(client.rootId, name, id)
        roots.push({ tree, past: new Past(tree, world.clock.now()) })
      }
      const trees = roots.map(({ tree }) => tree)
      const folderTrees = trees.map(
        ({ rootId }) => new FolderTrees(world.service.ctx.db.read, rootId as RootId),
      )
      const played = new Map<string, { done: number; refused: number }>()
      let kept = 0

      const ownerOf = ({ owner }: TreeModel) => people.find(({ id }) => id === owner) as Player

      /** Locks of the one who had a root keep the one who gets it. */
      async function handOver(given: TreeModel[]): Promise<void> {
        const { id } = people[random(2)] as Player
        for (const tree of given) {
          tree.owner = id
          await world.changeRoot(tree.rootId as RootId, { person_id: id as never })
        }
      }

      async function step(n: number): Promise<void> {
        // Two of the roots are played with.
        const [{ tree, past }, { tree: other }] = (random(3) === 0 ? roots.slice(0, 2).reverse() : roots) as [
          (typeof roots)[0],
          (typeof roots)[0],
        ]
        if (random(25) === 0) await handOver(random(3) === 0 ? [tree] : [tree, other])
        const make = MOVES[random(MOVES.length)] as (typeof MOVES)[0]
        const usual = make === purge || make === trim ? people[2] : ownerOf(tree)
        const who = random(6) === 0 ? (people[random(3)] as Player) : usual
        const seen = random(3) === 0 ? other : tree
        const watches = [
          new Watch(ownerOf(tree), tree, world.clock.now, random),
          new Watch(random(2) === 0 ? ownerOf(seen) : people[2], seen, world.clock.now, random),
        ]
        for (const watch of watches) await watch.look()
        // Locks end meanwhile, by themselves.
        world.clock.advance({ seconds: random(40) })
        for (const watch of watches) watch.meanwhile()
        const game: Game = { tree, past, other, who, at: world.clock.now(), random, url: world.url }
        const move = make(game)
        if (!move) return
        const about = `${n}: ${move.what} by ${who.name}`
        const counts = played.get(make.name) ?? { done: 0, refused: 0 }
        played.set(make.name, counts)
        const before = trees.map(({ seq }) => seq)
        for (const one of trees) one.actor = who.id
        try {
          const answer = await move.call()
          assert.deepEqual([...move.refusals], [], `${about} should have been refused`)
          move.apply(answer)
          counts.done++
        } catch (error) {
          if (!(error instanceof ApiClientError)) throw new Error(about, { cause: error })
          counts.refused++
          assert.ok(move.refusals.has(error.code), `${about}: ${error.message}, not ${[...move.refusals]}`)
        }
        for (const [index, root] of roots.entries())
          if (root.tree.seq !== before[index]) root.past.note(root.tree, game.at)
        for (const watch of watches) if (await watch.lookAgain(about)) kept++
        for (const one of folderTrees) await one.check(about)
      }

      for (let n = 1; n <= STEPS; n++) {
        await step(n)
        if (n % 150 > 0) continue
        for (const { tree, past } of roots.slice(0, 2)) {
          const who = random(2) === 0 ? ownerOf(tree) : people[2]
          await compare({ who, tree, past, at: world.clock.now(), random })
        }
        await compareUsage(people[2], organizationId, trees)
      }
      await checkInvariants(world.service.ctx.db.read)
      test.diagnostic(
        `${JSON.stringify(Object.fromEntries(played))}, ${kept} hashes kept, ${trees.map(({ nodes }) => nodes.size)} items`,
      )
      // A game in which hardly anything happens, or all is refused, shows nothing.
      const counts = [...played.values()]
      const refused = counts.reduce((sum, one) => sum + one.refused, 0)
      assert.ok(refused > STEPS / 20 && refused < STEPS / 2, `${refused} refused`)
      assert.deepEqual([...played.keys()].toSorted(), [...new Set(MOVES.map(({ name }) => name))].toSorted())
      assert.ok(counts.every(({ done }) => done >= STEPS / 200))
      assert.ok(kept > STEPS / 10)
    })
  })
