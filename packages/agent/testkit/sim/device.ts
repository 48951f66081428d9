import type { BatchRequest } from '@holdfast/api/files/sync'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { CutOff, RootSync } from '../../src/engine/root-sync.ts'
import type { Engine, Settings } from '../../src/engine/state/engine.ts'
import type { Limits } from '../../src/engine/state/limits.ts'
import type { Left } from '../../src/engine/state/status.ts'
import type { Clock } from '../../src/ports/clock.ts'
import { type Disk, DiskGone, DiskTrouble } from '../../src/ports/disk.ts'
import type { Server } from '../../src/ports/server.ts'
import type { Store } from '../../src/ports/store.ts'
import type { Caller } from '../model-service/entry.ts'
import type { ModelServer } from '../model-service/model-server.ts'
import type { Chance } from './chance.ts'
import { type AtOnce, inTurn, Lane } from './lane.ts'
import type { ModelDisk } from './model-disk.ts'
import { ModelStore } from './model-store.ts'
import { reach } from './reach.ts'
import { Witness } from './witness.ts'

/** Small pages, so that something happens between them. */
const PAGE = 4

/** What devices need of the world that they are in. */
export interface Surroundings {
  readonly server: ModelServer
  readonly chance: Chance
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
  readonly rootId: RootId
  store = new ModelStore()
  readOnly = false
  deselected: ReadonlySet<EntryId> = new Set()
  sync: RootSync | undefined
  /** In which epoch it was told to leave the root. */
  leaving: string | undefined
  left: Left | undefined
  /** How many rounds in a row have looked at everything and found nothing to do. */
  quiet = 0
  rounds = 0
  /** What the agent broke down with: a mistake of ours. */
  broken: unknown
  /** An item that it wanted to have deleted without having seen that it was gone. */
  unseenDelete: string | undefined
  /** Whether it has sent what a program was still writing. */
  hasSentHalf = false
  readonly #witness: Witness
  readonly #world: Surroundings
  #lane: Lane
  #installations = 1
  #isToldAnew = false

  constructor(
    name: string,
    who: Caller,
    disk: ModelDisk,
    { world, rootId }: { world: Surroundings; rootId: RootId },
  ) {
    this.name = name
    this.who = who
    this.disk = disk
    this.#witness = new Witness(disk)
    this.#world = world
    this.rootId = rootId
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

  /** Told to leave, a program ends what it does and begins with that. */
  step(): Promise<void> {
    if (!this.#isToldAnew) return this.#lane.step()
    this.#isToldAnew = false
    return this.crash()
  }

  /** The process ends here and now, and another one begins. */
  crash(): Promise<void> {
    this.#lane.end()
    this.#witness.noteDeath()
    this.quiet = 0
    return this.start()
  }

  loseStore(): Promise<void> {
    this.store = new ModelStore()
    this.#installations++
    return this.crash()
  }

  get engine(): Engine | undefined {
    return this.sync?.engine
  }

  get epoch(): string | undefined {
    return this.engine?.state.position?.epoch
  }

  async #run(lane: Lane): Promise<void> {
    const noted = (method: string, args: readonly unknown[], result: unknown) => {
      if (method === 'commit') this.#witness.noteWritten()
      this.#world.note(this.name, method, args, result)
    }
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
      this.#world.note(this.name, 'round', round, sync.status())
      this.rounds++
      if (round === 'quiet_whole') this.quiet++
      else if (round !== 'quiet') this.quiet = 0
    }
    const forever = new AbortController().signal
    if (this.leaving !== undefined) await this.#leave(lane, sync, this.leaving)
    await sync.run(forever)
  }

  /** What a program does that was told so, also after a crash; afterwards there is nothing for it to do. */
  async #leave(lane: Lane, sync: RootSync, epoch: string): Promise<void> {
    while (!this.left)
      try {
        this.left = await sync.leave(epoch)
      } catch (error) {
        if (!(error instanceof CutOff || error instanceof DiskGone || error instanceof DiskTrouble))
          throw error
        await lane.call(() => undefined)
      }
    for (;;) await lane.call(() => undefined)
  }

  leave(epoch: string): void {
    this.leaving = epoch
    this.#isToldAnew = true
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

  /** Requests get lost, and so do answers. */
  #server(): AtOnce<Server> {
    // Some reach a service that does not have all calls.
    const to = { root_id: this.rootId, page: PAGE, isOld: Number(this.who.machineId) % 3 === 0 }
    return new Proxy(reach(this.#world.server, this.who, to), {
      get: (target, method) => {
        const request = Reflect.get(target, method) as (...args: unknown[]) => unknown
        return (...args: unknown[]) => {
          this.#mayFail()
          if (method === 'applyBatch') this.#checkDeletes(args[0] as BatchRequest)
          const answer = request(...args)
          if (method === 'applyBatch') this.#checkHalves()
          this.#mayFail()
          return answer
        }
      },
    })
  }

  #checkDeletes({ ops }: BatchRequest): void {
    for (const { op, op_id } of ops) {
      const localId = op === 'delete' ? this.engine?.state.intent(op_id)?.localId : undefined
      if (localId !== undefined && !this.#witness.hasSeenGo(localId)) this.unseenDelete ??= localId
    }
  }

  #checkHalves(): void {
    const { entries } = this.#world.server.root(this.rootId)
    for (const { content } of entries.values()) if (content === 'half') this.hasSentHalf = true
  }

  #mayFail(): void {
    if (this.#world.faults && this.#world.chance.happens(0.08)) throw new Error('The line broke.')
  }
}
