import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Settings } from '../../src/engine/engine.ts'
import type { Limits } from '../../src/engine/limits.ts'
import type { Session } from '../../src/engine/loop.ts'
import { RootSync } from '../../src/engine/root-sync.ts'
import type { Clock } from '../../src/ports/clock.ts'
import type { Disk } from '../../src/ports/disk.ts'
import type { Server } from '../../src/ports/server.ts'
import type { Store } from '../../src/ports/store.ts'
import type { Caller } from '../server/entry.ts'
import type { ModelServer } from '../server/model-server.ts'
import { refuse } from '../server/refuse.ts'
import type { Chance } from './chance.ts'
import { chunksOf } from './contents.ts'
import { type AtOnce, inTurn, Lane } from './lane.ts'
import type { ModelDisk } from './model-disk.ts'
import { ModelStore } from './model-store.ts'

/** Small pages, so that something happens between them. */
const PAGE = 4

/** What devices need of the world that they are in. */
export interface Surroundings {
  readonly server: ModelServer
  readonly chance: Chance
  readonly rootId: RootId
  readonly limits: Limits
  now: number
  /** Whether requests and answers get lost. */
  faults: boolean
  note(...what: unknown[]): void
}

/** An agent on a machine: a process that may die at any time, and a disk and a database that stay. */
export class Device {
  readonly name: string
  readonly who: Caller
  readonly disk: ModelDisk
  store = new ModelStore()
  readOnly = false
  deselected: ReadonlySet<EntryId> = new Set()
  sync: RootSync | undefined
  /** How many rounds in a row have looked at everything and found nothing to do. */
  quiet = 0
  rounds = 0
  /** What the agent broke down with: a mistake of ours. */
  broken: unknown
  readonly #world: Surroundings
  #lane: Lane
  #installations = 1

  constructor(name: string, who: Caller, disk: ModelDisk, world: Surroundings) {
    this.name = name
    this.who = who
    this.disk = disk
    this.#world = world
    this.#lane = new Lane(world.chance)
  }

  start(): Promise<void> {
    const lane = new Lane(this.#world.chance)
    this.#lane = lane
    this.sync = undefined
    this.#run(lane).catch((error: unknown) => {
      this.broken = error
      // The simulation waits for an effect that will not come.
      void lane.call(() => undefined)
    })
    return lane.ready()
  }

  step = (): Promise<void> => this.#lane.step()

  /** The process ends here and now, and another one begins. */
  crash(): Promise<void> {
    this.#lane.end()
    this.quiet = 0
    return this.start()
  }

  loseStore(): Promise<void> {
    this.store = new ModelStore()
    this.#installations++
    return this.crash()
  }

  get session(): Session | undefined {
    return this.sync?.session
  }

  get epoch(): string | undefined {
    return this.session?.engine.state.position?.epoch
  }

  async #run(lane: Lane): Promise<void> {
    const noted = (method: string, args: readonly unknown[], result: unknown) =>
      this.#world.note(this.name, method, args, result)
    const ports = {
      disk: inTurn<Disk>(lane, this.disk, noted),
      store: inTurn<Store>(lane, this.store, noted),
      server: inTurn<Server>(lane, this.#server(), noted),
      clock: this.#clock(lane),
      random: this.#world.chance,
    }
    const sync = new RootSync(ports, this.#settings(), this.#world.limits)
    this.sync = sync
    sync.onRound = (round) => {
      this.rounds++
      if (round === 'quiet_whole') this.quiet++
      else if (round !== 'quiet') this.quiet = 0
    }
    await sync.run(new AbortController().signal)
  }

  #settings = (): Settings => ({
    machine: this.name,
    installation: `${this.name}.${this.#installations}`,
    readOnly: this.readOnly,
    deselected: this.deselected,
    manualCollisions: false,
    excludedExtensions: '',
    maxFileSize: Number.POSITIVE_INFINITY,
  })

  /** What its owner wishes not to have. */
  select(folders: ReadonlySet<EntryId>): void {
    this.deselected = folders
    this.sync?.select(folders)
  }

  #clock(lane: Lane): Clock {
    return { now: () => this.#world.now as never, pause: () => lane.call(() => undefined) }
  }

  #server(): AtOnce<Server> {
    const { server, rootId: root_id } = this.#world
    const { who } = this
    const online = <T>(request: () => T): T => {
      this.#mayFail()
      const answer = request()
      this.#mayFail()
      return answer
    }
    return {
      listChanges: (cursor) => online(() => server.listChanges(who, { root_id, cursor, limit: PAGE })),
      getSnapshot: ({ after, folderId: folder_id }) =>
        online(() => server.getSnapshot(who, { root_id, after, folder_id, limit: PAGE })),
      applyBatch: (request) => online(() => server.applyBatch(who, root_id, request)),
      findMissingChunks: (chunks) => online(() => new Set(server.findMissingChunks(who, root_id, chunks))),
      putChunk: (sha256, { length: size }) => online(() => server.putChunk(who, root_id, { sha256, size })),
      openContent: ({ revisionId }) =>
        online(() => {
          server.getEntries(who, { root_id, ids: [] })
          const revision =
            server.root(root_id).revisions.get(revisionId ?? (0 as never)) ?? refuse('not_found')
          const { id: content, size } = revision.content
          return {
            content,
            size,
            modified: 0,
            chunks: () => Promise.resolve(chunksOf(content)),
            bytes: () => [] as never,
          }
        }),
    }
  }

  #mayFail(): void {
    if (this.#world.faults && this.#world.chance.happens(0.08)) throw new Error('The line broke.')
  }
}
