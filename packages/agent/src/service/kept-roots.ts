import type { DeviceConfig } from '@holdfast/api/devices/agent-channel'
import type { Decision } from '@holdfast/api/devices/decisions'
import type { MachineRootId, RootId } from '@holdfast/api/ids'
import { OneByOne } from '@holdfast/api/one-by-one'
import { MINUTE_MS } from '@holdfast/api/time'
import { askerOf } from '../device/answer-command.ts'
import type { RootHere } from '../device/device.ts'
import type { Gate } from '../device/gate/gate.ts'
import { Refused } from '../device/gate/refused.ts'
import { HERE } from '../device/gate/rules.ts'
import { letGo } from '../disk/let-go.ts'
import { prepareFolder } from '../disk/prepare-folder.ts'
import { CutOff } from '../engine/root-sync.ts'
import { ROOTS } from '../words/commands.ts'
import { CLOCK } from './clock.ts'
import type { Connection } from './connection.ts'
import { type FolderTrouble, folderTrouble } from './folder-trouble.ts'
import type { Home } from './home.ts'
import type { Log } from './log.ts'
import type { RootView } from './methods.ts'
import { dropOldStates } from './old-states.ts'
import { ProblemLog } from './problem-log.ts'
import { FAILED, findByName, mappedBy, viewOfResting } from './resting-roots.ts'
import { RunningRoot } from './running-root.ts'
import type { KeptRoot, SettingsFile } from './settings.ts'
import { UserError } from './user-error.ts'
import { placeNewRoots, type WantedRoot, wantedRoots, whyTaken } from './wanted-roots.ts'

const AGAIN_MS = MINUTE_MS

type Leaving = DeviceConfig['leaving'][number]

/** What came of leaving a root, for the service. */
export interface Receipt {
  readonly rsub_id: MachineRootId
  readonly removed: number
  readonly kept: number
}

/** The roots of this device: which there are follows from what the service says and what people chose. */
export class KeptRoots {
  readonly #home: Home
  readonly #settings: SettingsFile
  readonly #gate: Gate
  readonly #log: Log
  readonly #running = new Map<RootId, RunningRoot>()
  readonly #refused = new Map<RootId, FolderTrouble>()
  #wanted: readonly WantedRoot[] = []
  readonly #changes = new OneByOne()
  isStarted = false
  /** Called whenever one of them has worked for a while. */
  #heard: () => void = () => {}

  constructor(home: Home, settings: SettingsFile, gate: Gate, log: Log) {
    this.#home = home
    this.#settings = settings
    this.#gate = gate
    this.#log = log
  }

  hearRounds(heard: () => void): void {
    this.#heard = heard
  }

  get all(): readonly RunningRoot[] {
    return [...this.#running.values()]
  }

  get = (id: RootId): RunningRoot | undefined => this.#running.get(id)

  views(): RootView[] {
    return this.#wanted.map(
      (wanted) =>
        this.#running.get(wanted.rootId)?.view() ?? viewOfResting(wanted, this.#refused.get(wanted.rootId)),
    )
  }

  /** By its number, the beginning of its name, or `own`. */
  find(given: string | undefined): RootView {
    return findByName(this.views(), given)
  }

  /** One that has no folder here yet. */
  findAddable(given: string): RootView {
    const view = this.find(given)
    if (view.kind === 'mapping') throw new UserError(ROOTS.mapping)
    if (view.folder !== null) throw new UserError(ROOTS.alreadyHere(view.name, view.folder))
    return view
  }

  findRunning(given: string | undefined): RunningRoot {
    const { rootId, name } = this.find(given)
    const running = this.#running.get(rootId)
    if (!running) throw new UserError(ROOTS.notOnDevice(name))
    return running
  }

  /** Gives the names of those that had rules to accept. */
  acceptRules(given: string | undefined): string[] {
    const chosen = given === undefined ? this.all : [this.findRunning(given)]
    return chosen.flatMap(({ sync, wanted }) => (sync.acceptRules() ? wanted.name : []))
  }

  /** Also those that are refused: nobody is to take them for synced. */
  here = (): RootHere[] =>
    this.#wanted.flatMap((wanted) => {
      const { rsubId, rootId, folder } = wanted
      const running = this.#running.get(rootId)
      const why = running ? null : (this.#whyRefused(wanted)?.reason ?? null)
      if (folder === null || (!running && why === null)) return []
      return [{ rsubId, rootId, folder, why, status: running?.sync.status() ?? FAILED }]
    })

  #whyRefused = ({ rootId, refused }: WantedRoot): FolderTrouble | null =>
    refused ?? this.#refused.get(rootId) ?? null

  /** Has it looked at now and then whether what is not kept can be by now: a folder can be made, or a disk mounted. */
  async tryRefused(tryAgain: () => void, signal: AbortSignal): Promise<void> {
    for (; !signal.aborted; await CLOCK.pause(AGAIN_MS, signal)) {
      const resting = this.#wanted.filter(({ rootId }) => !this.#running.has(rootId))
      if (resting.some((wanted) => this.#whyRefused(wanted) !== null)) tryAgain()
    }
  }

  /** Which root is in the way of a new mapping. Of mappings the service knows more: some may be over by now. */
  whyTaken = (folder: string): string | null =>
    whyTaken(
      folder,
      this.#wanted.filter(({ kind }) => kind !== 'mapping'),
    )?.reason ?? null

  /** A root that stopped itself goes on; false where it is not stopped. */
  resume = (rsubId: MachineRootId, decision: Decision): boolean => {
    const root = this.all.find(({ wanted }) => wanted.rsubId === rsubId)
    if (!root?.sync.status().wouldGo) return false
    root.sync.decide(decision)
    this.#log.write(`“${root.wanted.name}”: decided in the app: ${decision}`)
    return true
  }

  /** Brings what runs in line with what is wanted. */
  align(connection: Connection, config: DeviceConfig): Promise<void> {
    return this.#changes.run(async () => {
      const placed = placeNewRoots(config, this.#settings.now)
      if (placed !== this.#settings.now) await this.#settings.change(placed)
      this.#wanted = wantedRoots(config, this.#settings.now, (mapping) => this.#whyNot(mapping))
      const leaving = new Set(config.leaving.map(({ root_id }) => root_id))
      for (const [id, root] of this.#running) {
        const now = this.#wanted.find(({ rootId }) => rootId === id)
        if (leaving.has(id) || (now && now.refused === null && now.folder === root.wanted.folder)) continue
        this.#running.delete(id)
        await root.stop()
        this.#log.write(`“${root.wanted.name}” is no longer synced`)
      }
      for (const wanted of this.#wanted) await this.#keep(connection, wanted)
      const ids = config.backups.map(({ root_id }) => root_id)
      dropOldStates(this.#home, this.#settings.now.roots, { guid: connection.signedIn.guid, ids })
    })
  }

  /** A folder that was kept before and is missing now is reported by its root: its disk may not be mounted. */
  #whyNot({ root_id, path, asked_by }: DeviceConfig['mappings'][number]): FolderTrouble | null {
    try {
      this.#gate.check({ deed: 'map', path, asker: askerOf(asked_by) })
      return null
    } catch (error) {
      const isKnown = this.#settings.now.roots.some(
        (kept) => kept.rootId === root_id && kept.folder === path && kept.marker !== null,
      )
      if (error instanceof Refused && error.kind === 'not_found' && isKnown) return null
      return folderTrouble(error)
    }
  }

  async #keep(connection: Connection, wanted: WantedRoot): Promise<void> {
    const { rootId, folder, name } = wanted
    const running = this.#running.get(rootId)
    if (running) return running.change(wanted)
    if (folder === null || wanted.refused !== null) return this.#noteRefused(wanted)
    try {
      const place = await this.#prepare(connection, wanted, folder)
      const root = new RunningRoot(this.#home, connection, wanted, place)
      const noted = new ProblemLog(this.#log, name)
      root.onRound = () => {
        noted.take(root.view())
        this.#heard()
      }
      this.#running.set(rootId, root)
      this.#refused.delete(rootId)
      if (this.#settings.now.paused) root.sync.pause()
      if (this.isStarted) root.start()
      this.#log.write(`“${name}” is synced with ${folder}${mappedBy(wanted)}`)
    } catch (error) {
      const trouble = folderTrouble(error)
      if (this.#refused.get(rootId)?.reason === trouble.reason) return
      this.#refused.set(rootId, trouble)
      this.#log.write(`“${name}” cannot be synced with ${folder}: ${trouble.reason}`)
    }
  }

  /** Once for each reason: the person who looks after this device is to see who wanted what. */
  #noteRefused(wanted: WantedRoot): void {
    const { rootId, name, folder, refused } = wanted
    if (refused === null || this.#refused.get(rootId)?.reason === refused.reason) return
    this.#refused.set(rootId, refused)
    this.#log.write(`“${name}” is not synced with ${folder}${mappedBy(wanted)}: ${refused.reason}`)
  }

  /** Only a folder that was never prepared is: one that has lost its marker is another one, or not mounted. */
  async #prepare({ signedIn }: Connection, { rootId, kind, asker }: WantedRoot, folder: string) {
    const { roots } = this.#settings.now
    const known = roots.find((root) => root.rootId === rootId)
    const isOurs = known?.folder === folder && known.marker?.machine === signedIn.guid
    if (isOurs && known.marker) return { folder, marker: known.marker }
    const others = roots.filter((root) => root.rootId !== rootId).map((root) => root.folder)
    // A folder that is mapped has to be there: what is made below a disk that is not mounted would be another one.
    using opened = this.#gate.open({ deed: 'map', path: folder, asker }, { makes: kind !== 'mapping' })
    const prepared = await prepareFolder(folder, {
      ...{ rootId, machine: signedIn.guid, opened, others: [this.#home.folder, ...others] },
      isKept: (id) => roots.some((root) => root.rootId === id),
    })
    const kept = { rootId, folder, marker: prepared.marker, deselected: known?.deselected ?? [] }
    await this.#settings.change({ roots: [...roots.filter((root) => root.rootId !== rootId), kept] })
    return { folder, marker: prepared.marker }
  }

  start(): void {
    this.isStarted = true
    for (const root of this.all) root.start()
  }

  /** A folder that is let go may be wanted for another root at once. */
  async leaveAll(
    connection: Connection,
    config: DeviceConfig,
    tell: (left: readonly Receipt[]) => void,
  ): Promise<void> {
    for (const entry of config.leaving) {
      const receipt = await this.leave(connection, entry, config.epoch)
      if (receipt) tell([receipt])
    }
    if (config.leaving.length > 0) await this.align(connection, config)
  }

  /** Lets a root go, with or without its files, as the service wishes. Undefined where that has to wait. */
  leave(connection: Connection, entry: Leaving, epoch: string): Promise<Receipt | undefined> {
    return this.#changes.run(async () => {
      const { rsub_id, root_id, remove_files } = entry
      const kept = this.#settings.now.roots.find(({ rootId }) => rootId === root_id)
      try {
        const root = this.#running.get(root_id) ?? (kept && this.#openLeaving(connection, entry, kept))
        const left = await (remove_files ? root?.leave(epoch) : root?.stop())
        this.#running.delete(root_id)
        if (kept?.marker) letGo(kept.folder, kept.marker)
        const roots = this.#settings.now.roots.filter(({ rootId }) => rootId !== root_id)
        await this.#settings.change({ roots })
        return { rsub_id, removed: 0, kept: 0, ...left }
      } catch (error) {
        // Not mounted, or the service is away: it is told again what to do.
        if (!(error instanceof CutOff))
          this.#log.write(`root ${root_id} cannot be removed yet: ${String(error)}`)
        return undefined
      }
    })
  }

  /** One that went while no agent ran. */
  #openLeaving(
    connection: Connection,
    { rsub_id, root_id }: Leaving,
    kept: KeptRoot,
  ): RunningRoot | undefined {
    const { folder, marker, deselected } = kept
    if (!marker) return undefined
    const name = `root ${root_id}`
    const wanted: WantedRoot = {
      ...{ rootId: root_id, rsubId: rsub_id, name, folder, deselected, asker: HERE, refused: null },
      kind: 'share',
      ...{ readOnly: true, autoLock: false },
    }
    const root = new RunningRoot(this.#home, connection, wanted, { folder, marker })
    this.#running.set(root_id, root)
    return root
  }

  /** While the service can still be asked. */
  async giveBackLocks(): Promise<void> {
    await Promise.all(this.all.map((root) => root.giveBackLocks()))
  }

  async stop(): Promise<void> {
    await this.#changes.run(async () => {
      await Promise.all(this.all.map((root) => root.stop()))
      this.#running.clear()
    })
  }
}
