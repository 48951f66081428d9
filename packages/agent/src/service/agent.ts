import type { DeviceConfig } from '@holdfast/api/devices/agent-channel'
import { OneByOne } from '@holdfast/api/one-by-one'
import { answerCommand } from '../device/answer-command.ts'
import type { DeviceHere } from '../device/device.ts'
import type { Reporter } from '../device/reporter.ts'
import type { Listener } from '../net/channel.ts'
import { NOT_SIGNED_IN } from '../words/status.ts'
import { BackupDesk } from './backup-desk.ts'
import { bringBack, emptyBins, listBins } from './bins.ts'
import { CLOCK } from './clock.ts'
import { Connection } from './connection.ts'
import type { Tell } from './control.ts'
import { examine } from './doctor.ts'
import type { Home } from './home.ts'
import { KeptRoots } from './kept-roots.ts'
import { HomeLock } from './lock.ts'
import { Log } from './log.ts'
import type { AgentMethods, AllowView, BinView, RestoreView, RootView, StatusView } from './methods.ts'
import { Permissions } from './permissions.ts'
import { getNewSignIn, replaceSignIn } from './replace-sign-in.ts'
import { reporterOf } from './reporter-of.ts'
import { newerThere, restoreHere } from './restore.ts'
import { SettingsFile } from './settings.ts'
import { statusView } from './status-view.ts'
import { syncNow } from './sync-now.ts'
import { findFolder, listFolder, pathOf } from './tree-views.ts'
import { UserError } from './user-error.ts'
import { verifyRoots } from './verify.ts'
import { VERSION } from './version.ts'

/** One agent: who it is signed in as, the roots that it keeps, and what people ask of it. */
export class Agent implements AgentMethods {
  readonly #home: Home
  readonly #lock: HomeLock
  readonly #log: Log
  readonly #settings: SettingsFile
  readonly #roots: KeptRoots
  readonly #desk: BackupDesk
  readonly #reporter: Reporter
  readonly #device: DeviceHere
  readonly #permissions: Permissions
  readonly #ending = new AbortController()
  #connection: Connection | undefined
  #epoch: string | undefined
  #newest: DeviceConfig | undefined
  #isDaemon = false
  /** What is being done about what the service said. */
  readonly #aligning = new OneByOne()

  private constructor(home: Home, lock: HomeLock, settings: SettingsFile) {
    this.#home = home
    this.#lock = lock
    this.#log = new Log(home.log, CLOCK.now)
    this.#settings = settings
    this.#permissions = new Permissions(home, settings)
    const { gate } = this.#permissions
    this.#roots = new KeptRoots(home, settings, gate, this.#log)
    this.#desk = new BackupDesk(home, gate, this.#log)
    this.#device = {
      ...{ version: VERSION, gate, ownFolders: [home.folder], whyTaken: this.#roots.whyTaken },
      roots: () => [...this.#roots.here(), ...this.#desk.here()],
      ...{ resume: this.#roots.resume, runBackup: this.#desk.begin },
      countNewer: (plan) => newerThere(gate, this.#connection, plan),
    }
    this.#reporter = reporterOf(this.#device, () => this.#connection)
  }

  /** To be closed. Nothing runs before `start`. */
  static async open(home: Home): Promise<Agent> {
    const lock = HomeLock.take(home.lock)
    const agent = new Agent(home, lock, await SettingsFile.open(home.settings))
    await agent.#permissions.adopt()
    await agent.#findConnection()
    return agent
  }

  start(): void {
    this.#isDaemon = true
    this.#roots.start()
    this.#desk.start()
    this.#connection?.start()
    void this.#reporter.run(this.#ending.signal)
    void this.#roots.tryRefused(() => this.#align(this.#connection?.config), this.#ending.signal)
    this.#log.write(`Holdfast agent ${VERSION} started`)
  }

  /** Whenever a root has worked for a while. */
  onRound = (heard: () => void): void => this.#roots.hearRounds(heard)

  async close(): Promise<void> {
    this.#ending.abort()
    await this.#roots.giveBackLocks()
    await this.#connection?.close()
    await this.#stopAll()
    this.#lock.release()
  }

  readonly #listener: Listener = {
    welcome: ({ epoch }) => {
      this.#epoch = epoch
      this.#reporter.begin()
      for (const { sync } of this.#roots.all) sync.wake()
      // What had to wait for the line does so no longer.
      this.#align(this.#connection?.config)
    },
    config: (config) => this.#align(config),
    news: (rootId) => this.#roots.get(rootId)?.sync.wake(),
    command: (command) => answerCommand(this.#device, command),
    state: (state) => this.#log.write(`connection to the server: ${state}`),
    refused: (words) => this.#log.write(words),
  }

  #align(config: DeviceConfig | undefined): void {
    const connection = this.#connection
    if (!connection || !config) return
    this.#newest = config
    const align = async () => {
      // What was said since counts instead.
      if (this.#newest !== config || this.#ending.signal.aborted) return
      await this.#roots.align(connection, config)
      await this.#desk.align(connection, config)
      await this.#leave(connection, config)
    }
    const noteMistake = (error: unknown) => this.#log.write(`internal error: ${String(error)}`)
    void this.#aligning.run(() => align().catch(noteMistake))
  }

  async #leave(connection: Connection, config: DeviceConfig): Promise<void> {
    if (this.#epoch !== config.epoch || connection.state !== 'connected') return
    await this.#roots.leaveAll(connection, config, (left) => connection.say('report', { left }))
  }

  /** Someone may have signed this device in since it was last asked for. */
  async #findConnection(): Promise<Connection | undefined> {
    if (this.#connection) return this.#connection
    this.#connection = await Connection.open(this.#home, this.#listener)
    return this.#connection
  }

  /** What the service wants of this device, as of now if nothing runs that would have heard it. */
  async #ready(): Promise<Connection> {
    const connection = await this.#findConnection()
    if (!connection) throw new UserError(NOT_SIGNED_IN)
    if (!this.#isDaemon || !connection.config) await connection.refresh()
    await this.#aligning.idle()
    return connection
  }

  /** An agent that runs answers from what it knows; one that is opened for this asks the service first. */
  async status(): Promise<StatusView> {
    const connection = await this.#findConnection()
    const isKnown = connection?.config !== undefined || connection?.line.tokens.isSignedOut
    if (connection && !isKnown && this.#isDaemon) await connection.begin().then(() => this.#aligning.idle())
    else if (connection && !isKnown) await this.#ready().catch(() => undefined)
    return this.picture()
  }

  /** How it is, at once. */
  picture(): StatusView {
    const [connection, roots, desk] = [this.#connection, this.#roots, this.#desk]
    return statusView({ home: this.#home, settings: this.#settings, connection, roots, desk })
  }

  async sync(_params: object, tell: Tell): Promise<StatusView> {
    await this.#ready()
    await syncNow(this.#roots, () => tell(this.picture()))
    return this.status()
  }

  async pause(): Promise<StatusView> {
    await this.#settings.change({ paused: true })
    for (const { sync } of this.#roots.all) sync.pause()
    return this.status()
  }

  async resume(how: { confirm: boolean; bringBack: boolean }): Promise<StatusView> {
    await this.#settings.change({ paused: false })
    for (const { sync } of this.#roots.all) sync.resume(how)
    return this.status()
  }

  async addRoot({ root, folder }: { root: string; folder: string }): Promise<RootView> {
    const connection = await this.#ready()
    const view = this.#roots.findAddable(root)
    const kept = { rootId: view.rootId, folder, marker: null, deselected: [] }
    await this.#settings.change({ roots: [...this.#others(view), kept] })
    await this.#realign(connection)
    const now = this.#roots.find(String(view.rootId))
    if (now.state !== 'failed') return now
    await this.#settings.change({ roots: this.#others(view) })
    await this.#realign(connection)
    throw new UserError(now.reason)
  }

  async removeRoot({ root }: { root: string }): Promise<RootView> {
    const connection = await this.#ready()
    const view = this.#roots.find(root)
    await this.#settings.change({ roots: this.#others(view), base: null })
    await this.#realign(connection)
    return view
  }

  async setBase({ folder }: { folder: string | null }): Promise<StatusView> {
    const connection = await this.#ready()
    await this.#settings.change({ base: folder })
    await this.#realign(connection)
    return this.status()
  }

  async select({ root, path: way, selected }: { root: string; path: string; selected: boolean }) {
    const connection = await this.#ready()
    const running = this.#roots.findRunning(root)
    const trees = await running.trees()
    if (way !== '') {
      await this.#settings.select(running.wanted.rootId, findFolder(trees, way), selected)
      await this.#realign(connection)
    }
    return running.wanted.deselected.flatMap((id) => pathOf(trees, id) ?? [])
  }

  async list({ root, path: way }: { root?: string | undefined; path: string }) {
    await this.#ready()
    return listFolder(await this.#roots.findRunning(root).trees(), way)
  }

  listBin = (): Promise<BinView[]> => this.#ready().then(() => listBins(this.#roots.all))

  bringBack = ({ id }: { id: string }): Promise<string> =>
    this.#ready().then(() => bringBack(this.#roots, id))

  emptyBin = (): Promise<number> => this.#ready().then(() => emptyBins(this.#roots.all))

  async verify({ root }: { root?: string | undefined }) {
    await this.#ready()
    return verifyRoots(root === undefined ? this.#roots.all : [this.#roots.findRunning(root)])
  }

  acceptRules = async ({ root }: { root?: string | undefined }) => this.#roots.acceptRules(root)
  async doctor() {
    await this.#ready().catch(() => undefined)
    return examine(this.#home, this.#connection, this.#roots.all)
  }

  async backUp({ backup, confirm }: { backup?: string | undefined; confirm: boolean }) {
    await this.#ready()
    return this.#desk.run(backup, confirm)
  }

  async restore(params: Parameters<AgentMethods['restore']>[0], tell: Tell): Promise<RestoreView> {
    const connection = await this.#ready()
    const rootId = params.machine === undefined ? this.#desk.find(params.backup).wanted.root_id : undefined
    const restoring = { home: this.#home, connection, gate: this.#permissions.gate }
    return restoreHere(restoring, { ...params, rootId }, this.#ending.signal, tell)
  }

  listAllowed = async (): Promise<AllowView[]> => this.#permissions.list()
  allow: AgentMethods['allow'] = (params) => this.#afterwards(this.#permissions.allow(params))
  disallow: AgentMethods['disallow'] = (params) => this.#afterwards(this.#permissions.disallow(params))

  async #afterwards(change: Promise<void>): Promise<AllowView[]> {
    await change
    if (this.#connection) await this.#realign(this.#connection)
    return this.#permissions.list()
  }

  async takeSignIn(): Promise<null> {
    const signedIn = await getNewSignIn(this.#home)
    await this.#leaveService(() => replaceSignIn(this.#home, signedIn, this.#connection))
    const connection = await this.#findConnection()
    if (this.#isDaemon) connection?.start()
    return null
  }

  async logout(): Promise<null> {
    const connection = this.#connection
    if (!connection) throw new UserError(NOT_SIGNED_IN)
    await this.#leaveService(() => connection.line.tokens.signOut().then(() => connection.close()))
    return null
  }

  async #leaveService(end: () => Promise<void>): Promise<void> {
    await this.#stopAll()
    await end()
    // What the service said meanwhile may have started something again, with what does not count any more.
    await this.#stopAll()
    this.#connection = undefined
  }

  #realign(connection: Connection): Promise<void> {
    this.#align(connection.config)
    return this.#aligning.idle()
  }

  #stopAll = (): Promise<void> =>
    this.#aligning
      .idle()
      .then(() => this.#roots.stop())
      .then(() => this.#desk.stop())
  #others = ({ rootId }: RootView) => this.#settings.now.roots.filter((one) => one.rootId !== rootId)
}
