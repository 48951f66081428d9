import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { ApiClientError } from '@holdfast/api/client'
import { type Change, listChanges } from '@holdfast/api/files/changes'
import { findMissingChunks, putChunk } from '@holdfast/api/files/chunks'
import { restoreState } from '@holdfast/api/files/history'
import { TOO_DEEP } from '@holdfast/api/files/names'
import * as api from '@holdfast/api/files/sync'
import type { OrganizationId, RootId } from '@holdfast/api/ids'
import {
  createShare,
  deleteShare,
  type PersonSubscription,
  updateShareSubscribers,
} from '@holdfast/api/sharing/shares'
import { numbers } from '@holdfast/server/testkit/content/numbers'
import { copyWorld, type DatabaseCopy, restoreWorld } from '@holdfast/server/testkit/database/database-copy'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld, type World } from '@holdfast/server/testkit/servers/world'
import { doByService, doInModel } from './do-deed.ts'
import { drawBatch, drawEntry, drawFolder, pick } from './drawn-batch.ts'
import { drawDeed } from './drawn-deed.ts'
import type { Caller } from './entry.ts'
import type { ModelRoot, Role } from './model-root.ts'
import { type Copy, ModelServer } from './model-server.ts'
import { PersonAtWork } from './people.ts'
import { bytesOf, CHUNKS, contentIdOf, contentOf, TEXTS } from './sample-contents.ts'
import { inAnyOrder, TwinIds } from './twin-ids.ts'

// One seed again, or more: REPLAY_SEED=7 REPLAY_OPERATIONS=5000 npm test -- agent/testkit/model-service/replay
const SEED = Number(process.env.REPLAY_SEED ?? 20261116)
const OPERATIONS = Number(process.env.REPLAY_OPERATIONS ?? rounds(1000, 40_000))
const LARGEST_BATCH = 10
const OUTCOMES = [
  'restore: done',
  'purge: done',
  'setBack: done',
  'touch: done',
  'retake: done',
  'ver_conflict',
  'name_conflict',
  'not_empty',
  'not_found',
  'missing_chunks',
  'resource_locked',
  'invalid_name',
  'name_too_long',
  'invalid_extension',
  'invalid_request',
  'forbidden',
  'cursor_reset',
  'root_deleted',
]
const LONG_AGO = 'AAAAAAAAAAA'

const ROLES = { manage: 'CO_OWNER', edit: 'EDITOR', view: 'VIEWER' } as const

interface Player {
  client: Someone
  caller: Caller
  role: Role | undefined
}

/** A team share on the service and in a model, to which the same is done; what comes of it must be the same. */
class Replay {
  readonly #world: World
  readonly #random: (below: number) => number
  readonly #organizationId: OrganizationId
  readonly #players: [Player, ...Player[]]
  readonly #rootId: RootId
  readonly #model: ModelServer
  readonly #ids = new TwinIds()
  readonly #sent: api.BatchOp[] = []
  #cursor = { ofService: '', ofModel: '' }
  #epoch = ''
  #opIds = 0
  /** What came of all operations, by what it was. */
  readonly counts = new Map<string, number>()
  operations = 0

  private constructor(
    world: World,
    seed: number,
    organizationId: OrganizationId,
    players: Player[],
    rootId: RootId,
  ) {
    this.#world = world
    this.#random = numbers(seed)
    this.#organizationId = organizationId
    this.#players = players as [Player, ...Player[]]
    this.#rootId = rootId
    this.#model = new ModelServer({ now: world.clock.now, contentIdOf, excludedExtensions: '.exe' })
    const root = this.#model.addRoot(rootId, 'Plans', [])
    for (const { caller, role } of players) if (role) root.roles.set(caller.personId, role)
  }

  static async begin(world: World, seed: number): Promise<Replay> {
    const organizationId = await world.organization({
      excluded_extensions: '.exe',
      user_rollback: true,
      user_purge_deleted: true,
      user_lock_files: true,
    })
    const players: Player[] = []
    for (const role of ['manage', 'manage', 'edit'] as const) {
      const client = await world.person({ organizationId, siteAdmin: players.length === 0 })
      const { first_name, last_name } = await client.call(getOwnPerson, {})
      const caller = { personId: client.id, machineId: null, name: `${first_name} ${last_name}` }
      players.push({ client, caller, role })
    }
    const { id } = await (players[0] as Player).client.call(createShare, {
      organization_id: organizationId,
      name: 'Plans',
      subscribers: subscribersOf(players),
    })
    const replay = new Replay(world, seed, organizationId, players, id)
    await replay.compareTree()
    return replay
  }

  /** To break it. */
  get root(): ModelRoot {
    return this.#model.root(this.#rootId)
  }

  async run(operations: number): Promise<void> {
    for (const end = this.operations + operations; this.operations < end; ) {
      const random = this.#random
      this.#world.clock.advance({ seconds: random(8) })
      const player = pick(random, this.#players)
      const what = random(12)
      if (what < 5) await this.#batch(player)
      else if (what < 10) await this.#deed(player)
      else if (what === 10) await this.#sendChunk(player)
      else if (random(4) === 0) await this.#changeRole()
      else await this.compareTree()
      // A batch tells itself what it made, and what is only looked at makes nothing.
      if ((what >= 5 && what < 10) || random(4) === 0) await this.#follow()
    }
  }

  async copy(): Promise<{ ofService: DatabaseCopy; ofModel: Copy }> {
    const copies = { ofService: await copyWorld(this.#world), ofModel: this.#model.copy() }
    await this.#signInAgain()
    return copies
  }

  async goBack({ ofService, ofModel }: { ofService: DatabaseCopy; ofModel: Copy }): Promise<void> {
    const [owner] = this.#players
    await restoreWorld(this.#world, ofService)
    this.#model.restoreFrom(ofModel)
    await this.#signInAgain()
    for (const player of this.#players) player.role = this.root.roles.get(player.caller.personId)
    const cursor = this.#cursor
    const at = { root_id: this.#rootId, limit: 1 }
    await this.#same('an old cursor', {
      ofService: () => owner.client.call(listChanges, { ...at, cursor: cursor.ofService }),
      ofModel: () => this.#model.listChanges(owner.caller, { ...at, cursor: cursor.ofModel }),
    })
    await this.compareTree()
  }

  async #signInAgain(): Promise<void> {
    for (const player of this.#players) player.client = await this.#world.signIn(player.client.email)
  }

  /** Does something on both sides; refusals must be the same. Gives both answers if there are any. */
  async #same<A, B>(
    what: string,
    { ofService, ofModel }: { ofService: () => Promise<A>; ofModel: () => B },
  ): Promise<[A, B] | undefined> {
    const [real, model] = [await outcomeOf(ofService), await outcomeOf(async () => ofModel())]
    this.#count(`${what}: ${model.refused ?? 'done'}`)
    assert.equal(real.refused, model.refused, what)
    return 'answer' in real && 'answer' in model ? [real.answer as A, model.answer as B] : undefined
  }

  #count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  async #batch({ client, caller }: Player): Promise<void> {
    const random = this.#random
    const chances = {
      random,
      root: this.root,
      at: this.#world.clock.now(),
      contents: CHUNKS,
      nextOpId: () => `op ${++this.#opIds}`,
    }
    const drawn = drawBatch(chances, 1 + random(LARGEST_BATCH))
    // What was sent before, maybe by another, comes again among the new.
    const again = random(3) === 0 && this.#sent.length > 0 ? [pick(random, this.#sent)] : []
    const { ops, inline } = { ...drawn, ops: [...drawn.ops, ...again] }
    this.#sent.push(...drawn.ops)
    const isLate = random(40) === 0
    const body = api.encodeBatch(
      { epoch: isLate ? LONG_AGO : this.#epoch, inline, ops: ops.map((op) => this.#ids.asService(op)) },
      inline.map(bytesOf),
    )
    const epoch = isLate ? LONG_AGO : this.#model.epoch
    const answers = await this.#same('batch', {
      ofService: () => client.call(api.applyBatch, { root_id: this.#rootId, body: new Blob([body]) }),
      ofModel: () => this.#model.applyBatch(caller, this.#rootId, { epoch, inline, ops }),
    })
    this.operations += ops.length
    for (const [n, op] of answers ? ops.entries() : [])
      this.#compareResult(op, ops.slice(n + 1), answers?.[0].results[n], answers?.[1].results[n])
    // The backup that it makes is only in the log.
    if (ops.some(({ op }) => op === 'retake')) await this.#follow()
  }

  #compareResult(
    op: api.BatchOp,
    later: readonly api.BatchOp[],
    ofService: api.BatchResult | undefined,
    ofModel: api.BatchResult | undefined,
  ): void {
    this.#count(`${op.op}: ${ofModel?.error ?? 'done'}`)
    this.#ids.meet(ofService?.entry, ofModel?.entry)
    const { error_description, error_reason, entry, ...rest } = ofService ?? assert.fail()
    assert.equal(error_description === undefined, ofModel?.error === undefined)
    // The model knows the one reason that devices go by.
    const reason = error_reason === TOO_DEEP ? { error_reason } : {}
    const seen = { ...rest, ...reason, ...(entry && { entry: this.#ids.asModel(entry) }) }
    // A busy machine ends a transaction early, and shows what it leaves; the model never does.
    const changesLater = later.some((one) => 'entry_id' in one && one.entry_id === seen.entry?.entry_id)
    if (changesLater && (seen.entry?.ver ?? 0) < (ofModel?.entry?.ver ?? 0)) return
    assert.deepEqual(seen, ofModel, JSON.stringify(op))
  }

  async #deed({ client, caller }: Player): Promise<void> {
    const deed = drawDeed(this.#random, this.root, TEXTS, this.#world.clock.now())
    if (!deed || (deed.deed === 'setBack' && !(await this.#canGoBack(client, deed.seq)))) return
    const person = new PersonAtWork(this.#model, caller, this.#rootId)
    await this.#same(deed.deed, {
      ofService: () => doByService(client, this.#rootId, deed, this.#ids.ofService),
      ofModel: () => doInModel(person, deed, contentOf),
    })
    this.operations++
  }

  /** What stands in the way of a set-back is not the model's to know. */
  async #canGoBack(client: Someone, seq: number): Promise<boolean> {
    const asked = { root_id: this.#rootId, as_of: String(seq), dry_run: true }
    const { answer } = await outcomeOf(() => client.call(restoreState, asked))
    return answer === undefined || (answer.skipped === 0 && answer.numbered === 0)
  }

  async #sendChunk({ client, caller }: Player): Promise<void> {
    const [root_id, chunk] = [this.#rootId, pick(this.#random, CHUNKS)]
    const bytes = new Blob([bytesOf(chunk)])
    await this.#same('send a chunk', {
      ofService: () => client.call(putChunk, { root_id, sha256: chunk.sha256, bytes }),
      ofModel: () => this.#model.putChunk(caller, root_id, chunk),
    })
    const missing = await this.#same('ask for chunks', {
      ofService: () => client.call(findMissingChunks, { root_id, chunks: CHUNKS }),
      ofModel: () => this.#model.findMissingChunks(caller, root_id, CHUNKS),
    })
    if (missing) assert.deepEqual(missing[0].missing, missing[1])
    this.operations++
  }

  async #changeRole(): Promise<void> {
    const [owner, , other] = this.#players as [Player, Player, Player]
    other.role = pick(this.#random, ['edit', 'edit', 'view', undefined])
    const asked = { organization_id: this.#organizationId, root_id: this.#rootId }
    await owner.client.call(updateShareSubscribers, { ...asked, subscribers: subscribersOf(this.#players) })
    if (other.role) this.root.roles.set(other.caller.personId, other.role)
    else this.root.roles.delete(other.caller.personId)
  }

  /** Ends the share; to those who were in it, all that is left to say is that it is gone. */
  async end(): Promise<void> {
    const [{ client }] = this.#players
    const root_id = this.#rootId
    await client.call(deleteShare, { organization_id: this.#organizationId, root_id })
    this.root.deleted = true
    for (const { client, caller } of this.#players) {
      await this.#same('list what is gone', {
        ofService: () => client.call(api.getSnapshot, { root_id }),
        ofModel: () => this.#model.getSnapshot(caller, { root_id, limit: 1 }),
      })
      const body = api.encodeBatch({ epoch: this.#epoch, inline: [], ops: [] }, [])
      await this.#same('change what is gone', {
        ofService: () => client.call(api.applyBatch, { root_id, body: new Blob([body]) }),
        ofModel: () =>
          this.#model.applyBatch(caller, root_id, { epoch: this.#model.epoch, inline: [], ops: [] }),
      })
    }
  }

  /** Reads both logs up to where they end. */
  async #follow(): Promise<void> {
    const [{ client, caller }] = this.#players
    const [real, model]: [Change[], Change[]] = [[], []]
    for (let more = true; more; ) {
      const asked = { root_id: this.#rootId, limit: 1 + this.#random(60) }
      const ofService = await client.call(listChanges, { ...asked, cursor: this.#cursor.ofService })
      const ofModel = this.#model.listChanges(caller, { ...asked, cursor: this.#cursor.ofModel })
      assert.deepEqual([ofService.has_more, ofService.epoch], [ofModel.has_more, this.#epoch])
      for (const [n, line] of ofService.results.entries())
        if (line.op !== 'purge') this.#ids.meet(line, ofModel.results[n])
      real.push(...ofService.results.map((line) => ({ ...this.#ids.asModel(line), machine_id: null })))
      model.push(...ofModel.results)
      this.#cursor = { ofService: ofService.cursor, ofModel: ofModel.cursor }
      more = ofService.has_more
    }
    assert.deepEqual(inAnyOrder(real), inAnyOrder(model))
  }

  /** Takes a new snapshot of both, page by page, and looks at a folder and some items. */
  async compareTree(): Promise<void> {
    const random = this.#random
    const [{ client, caller }] = this.#players
    const root_id = this.#rootId
    const limit = pick(random, [30, 100, 1000])
    let next: { ofService: string | null; ofModel: string | null } | undefined
    do {
      const real = await client.call(api.getSnapshot, {
        root_id,
        limit,
        ...(next?.ofService && { after: next.ofService }),
      })
      const model = this.#model.getSnapshot(caller, { root_id, limit, after: next?.ofModel ?? undefined })
      this.#compareRows(real.results, model.results)
      assert.deepEqual([real.epoch_seq, real.next === null], [model.epoch_seq, model.next === null])
      this.#epoch = real.epoch
      this.#cursor = { ofService: real.cursor, ofModel: model.cursor }
      next = { ofService: real.next, ofModel: model.next }
    } while (next.ofService !== null)
    const as_of_seq = random(this.root.seq + 2)
    const then = await this.#same('list what was', {
      ofService: () => client.call(api.getSnapshot, { root_id, as_of_seq }),
      ofModel: () => this.#model.getSnapshot(caller, { root_id, as_of_seq, limit: 1000 }),
    })
    if (then) this.#compareRows(then[0].results, then[1].results)
    assert.equal(then?.[0].seq, then?.[1].seq)
    const folder_id = drawFolder(random, this.root)
    const inside = await this.#same('list a folder', {
      ofService: () =>
        client.call(api.getSnapshot, { root_id, folder_id: this.#ids.ofService(folder_id), limit: 1000 }),
      ofModel: () => this.#model.getSnapshot(caller, { root_id, folder_id, limit: 1000 }),
    })
    if (inside) this.#compareRows(inside[0].results, inside[1].results)
    const ids = [1, 2, 3].flatMap(() => drawEntry(random, this.root)?.id ?? [])
    if (ids.length === 0) return
    const asked = { root_id, ids: ids.map(this.#ids.ofService) }
    const byId = (one: api.SyncEntry, other: api.SyncEntry) => one.entry_id - other.entry_id
    const { results } = await client.call(api.getEntries, asked)
    const { results: expected } = this.#model.getEntries(caller, { root_id, ids })
    this.#compareRows(results.toSorted(byId), expected.toSorted(byId))
  }

  #compareRows(ofService: readonly api.SyncEntry[], ofModel: readonly api.SyncEntry[]): void {
    assert.deepEqual(
      ofService.map((row) => this.#ids.asModel(row)),
      ofModel,
    )
  }
}

const subscribersOf = (players: readonly Player[]): PersonSubscription[] =>
  players.flatMap(({ client, role }) => (role ? [[client.id, 'web', ROLES[role]]] : []))

/** What an attempt came to: an answer, or the code of a refusal. */
async function outcomeOf<T>(attempt: () => Promise<T>): Promise<{ answer?: T; refused?: string }> {
  try {
    return { answer: await attempt() }
  } catch (error) {
    if (!(error instanceof ApiClientError)) throw error
    return { refused: error.code }
  }
}

for (const stack of STACKS) {
  // The model is the same; what PostgreSQL could do otherwise shows soon, or in a soak.
  const operations = stack === STACKS[0] ? OPERATIONS : rounds(OPERATIONS / 10, OPERATIONS)

  describe(`the model of the service beside it on ${stack.name}`, () => {
    const world = useWorld(stack)

    it(`gives the same answers to ${operations} operations, and is set back alike`, async (test) => {
      test.diagnostic(`REPLAY_SEED=${SEED}`)
      const replay = await Replay.begin(world, SEED)
      await replay.run(operations * 0.4)
      const copies = await replay.copy()
      await replay.run(operations * 0.2)
      await replay.goBack(copies)
      await replay.run(operations * 0.4)
      await replay.compareTree()
      await replay.end()
      await copies.ofService.dispose()
      await checkInvariants(world.service.ctx.db.read)
      const counts = Object.fromEntries([...replay.counts].sort())
      test.diagnostic(JSON.stringify(counts))
      if (operations < 2000) return
      // A game in which much never happens shows little.
      const met = Object.keys(counts)
      for (const outcome of OUTCOMES)
        assert.ok(
          met.some((what) => what.endsWith(outcome)),
          outcome,
        )
    })

    if (stack === STACKS[0])
      it('is found out where it is wrong', async () => {
        const replay = await Replay.begin(world, SEED)
        replay.root.isEmpty = () => true
        await assert.rejects(replay.run(OPERATIONS), { code: 'ERR_ASSERTION' })
      })
  })
}
