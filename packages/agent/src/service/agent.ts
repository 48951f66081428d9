import path from 'node:path'
import type { DeviceConfig } from '@holdfast/api/agent-channel'
import { formatUtc } from '@holdfast/api/time'
import type { Listener } from '../net/channel.ts'
import { CLOCK } from './clock.ts'
import { Connection } from './connection.ts'
import type { Methods, Tell } from './control.ts'
import { examine } from './doctor.ts'
import type { Home } from './home.ts'
import { KeptRoots } from './kept-roots.ts'
import { HomeLock } from './lock.ts'
import { Log } from './log.ts'
import type { AgentMethods, BinView, RootView, StatusView } from './methods.ts'
import type { RunningRoot } from './running-root.ts'
import { SettingsFile } from './settings.ts'
import { findFolder, listFolder, pathOf } from './tree-views.ts'
import { UserError } from './user-error.ts'
import { verifyRoots } from './verify.ts'
import { VERSION } from './version.ts'

const TELL_MS = 500

/** One agent: who it is signed in as, the roots that it keeps, and what people ask of it. */
export class Agent implements AgentMethods {
  readonly #home: Home
  readonly #lock: HomeLock
  readonly #log: Log
  readonly #settings: SettingsFile
  readonly #roots: KeptRoots
  #connection: Connection | undefined
  #epoch: string | undefined
  #isDaemon = false
  /** What is being done about what the service said. */
  #aligning: Promise<unknown> = Promise.resolve()

  private constructor(home: Home, lock: HomeLock, settings: SettingsFile) {
    this.#home = home
    this.#lock = lock
    this.#log = new Log(home.log, CLOCK.now)
    this.#settings = settings
    this.#roots = new KeptRoots(home, settings, this.#log)
  }

  /** To be closed. Nothing runs before `start`. */
  static async open(home: Home): Promise<Agent> {
    const lock = HomeLock.take(home.lock)
    const agent = new Agent(home, lock, await SettingsFile.open(home.settings))
    agent.#connection = await Connection.open(home, agent.#listener)
    return agent
  }

  /** By the names that commands call them. */
  get methods(): Methods {
    const names = Object.getOwnPropertyNames(Agent.prototype) as (keyof AgentMethods)[]
    const called = names.filter(
      (name) => !['constructor', 'methods', 'call', 'start', 'close'].includes(name),
    )
    return Object.fromEntries(called.map((name) => [name, this[name].bind(this) as Methods[string]]))
  }

  call(method: string, params: object, tell: Tell): Promise<unknown> {
    const found = this.methods[method]
    if (!found) throw new UserError(`There is no «${method}».`)
    return found(params as never, tell)
  }

  start(): void {
    this.#isDaemon = true
    this.#roots.start()
    this.#connection?.start()
    this.#log.write(`Holdfast agent ${VERSION} runs`)
  }

  async close(): Promise<void> {
    await this.#connection?.close()
    await this.#aligning
    await this.#roots.stop()
    this.#lock.release()
  }

  readonly #listener: Listener = {
    welcome: ({ epoch }) => {
      this.#epoch = epoch
      this.#wakeAll()
    },
    config: (config) => this.#align(config),
    news: (rootId) => this.#roots.get(rootId)?.sync.wake(),
    command: async ({ kind }) => {
      throw new Error(`This agent cannot do «${kind}».`)
    },
    state: (state) => this.#log.write(`the line to the service: ${state}`),
  }

  #align(config: DeviceConfig): void {
    const connection = this.#connection
    if (!connection) return
    this.#aligning = this.#aligning
      .then(() => this.#roots.align(connection, config))
      .then(() => this.#leave(connection, config))
      .catch((error: unknown) => this.#log.write(`a mistake of the agent: ${String(error)}`))
  }

  async #leave(connection: Connection, { leaving, epoch }: DeviceConfig): Promise<void> {
    if (this.#epoch !== epoch || connection.state !== 'connected') return
    for (const entry of leaving) {
      const receipt = await this.#roots.leave(entry, epoch)
      if (receipt) connection.say('report', { left: [receipt] })
    }
  }

  #wakeAll(): void {
    for (const { sync } of this.#roots.all) sync.wake()
  }

  /** What the service wants of this device, as of now if nothing runs that would have heard it. */
  async #ready(): Promise<Connection> {
    const connection = this.#connection
    if (!connection) throw new UserError('Not signed in: «holdfast-agent login <address>».')
    if (!this.#isDaemon || !connection.config) await connection.refresh()
    await this.#aligning
    return connection
  }

  async status(): Promise<StatusView> {
    const connection = this.#connection
    if (connection && !connection.config && !connection.line.tokens.isSignedOut)
      await this.#ready().catch(() => undefined)
    const roots = this.#roots.views()
    const isSynced = ({ state }: RootView) => state === 'synced' || state === 'elsewhere'
    return {
      version: VERSION,
      url: connection?.signedIn.url ?? null,
      email: connection?.signedIn.email ?? null,
      machine: connection ? this.#home.deviceName : null,
      connected: connection?.state === 'connected',
      line: connection?.state ?? 'away',
      signedIn: connection !== undefined && !connection.line.tokens.isSignedOut,
      paused: this.#settings.now.paused,
      synced: connection !== undefined && !this.#settings.now.paused && roots.every(isSynced),
      roots,
      backups: [],
    }
  }

  async sync(_params: object, tell: Tell): Promise<StatusView> {
    await this.#ready()
    const telling = setInterval(() => void this.status().then(tell), TELL_MS)
    try {
      await Promise.all(this.#roots.all.map(({ sync }) => sync.syncOnce()))
    } finally {
      clearInterval(telling)
    }
    return this.status()
  }

  async pause(): Promise<StatusView> {
    await this.#settings.change({ paused: true })
    for (const { sync } of this.#roots.all) sync.pause()
    return this.status()
  }

  async resume({ confirm }: { confirm: boolean }): Promise<StatusView> {
    await this.#settings.change({ paused: false })
    for (const { sync } of this.#roots.all) sync.resume({ confirm })
    return this.status()
  }

  async addRoot({ root, folder }: { root: string; folder: string }): Promise<RootView> {
    const connection = await this.#ready()
    const view = this.#find(root)
    if (view.kind === 'mapping') throw new UserError('Where a mapping lies is set on the service.')
    if (view.folder !== null) throw new UserError(`«${view.name}» is kept in ${view.folder} already.`)
    const kept = { rootId: view.rootId, folder, marker: null, deselected: [] }
    await this.#settings.change({ roots: [...this.#others(view), kept] })
    await this.#realign(connection)
    const now = this.#find(String(view.rootId))
    if (now.state !== 'failed') return now
    await this.#settings.change({ roots: this.#others(view) })
    await this.#realign(connection)
    throw new UserError(now.reason)
  }

  async removeRoot({ root }: { root: string }): Promise<RootView> {
    const connection = await this.#ready()
    const view = this.#find(root)
    await this.#settings.change({ roots: this.#others(view), base: null })
    await this.#realign(connection)
    return view
  }

  async setBase({ folder }: { folder: string | null }): Promise<StatusView> {
    const connection = await this.#ready()
    if (folder !== null && !path.isAbsolute(folder)) throw new UserError('Name a whole path.')
    await this.#settings.change({ base: folder })
    await this.#realign(connection)
    return this.status()
  }

  async select({ root, path: way, selected }: { root: string; path: string; selected: boolean }) {
    const connection = await this.#ready()
    const running = this.#running(root)
    const { rootId, deselected } = running.wanted
    const trees = await running.trees()
    if (way !== '') {
      const folder = findFolder(trees, way)
      const others = deselected.filter((id) => id !== folder)
      const kept = this.#settings.now.roots.map((one) =>
        one.rootId === rootId ? { ...one, deselected: selected ? others : [...others, folder] } : one,
      )
      await this.#settings.change({ roots: kept })
      await this.#realign(connection)
    }
    return running.wanted.deselected.flatMap((id) => pathOf(trees, id) ?? [])
  }

  async list({ root, path: way }: { root?: string | undefined; path: string }) {
    await this.#ready()
    return listFolder(await this.#running(root).trees(), way)
  }

  async listBin(): Promise<BinView[]> {
    await this.#ready()
    const found = this.#roots.all.map(async (root) =>
      (await root.listBin()).map(({ key, from, at, size }) => ({
        id: `${root.wanted.rootId}/${key}`,
        rootId: root.wanted.rootId,
        path: `${root.wanted.folder}/${from}`,
        size,
        removed: formatUtc(at),
      })),
    )
    return (await Promise.all(found)).flat()
  }

  async bringBack({ id }: { id: string }): Promise<string> {
    await this.#ready()
    const [root = '', key = ''] = id.split('/')
    const running = this.#running(root)
    const now = await running.disk.bringBack(key)
    if (now === undefined) throw new UserError(`There is no «${id}» in the trash.`)
    return `${running.wanted.folder}/${now}`
  }

  async emptyBin(): Promise<number> {
    const items = await this.listBin()
    for (const { disk } of this.#roots.all) await disk.clearBin()
    return items.length
  }

  async verify({ root }: { root?: string | undefined }) {
    await this.#ready()
    return verifyRoots(root === undefined ? this.#roots.all : [this.#running(root)])
  }

  async doctor() {
    if (this.#connection) await this.#ready().catch(() => undefined)
    return examine(this.#home, this.#connection, this.#roots.all)
  }

  async logout(): Promise<null> {
    const connection = this.#connection
    if (!connection) throw new UserError('Not signed in.')
    await this.#roots.stop()
    await connection.line.tokens.signOut()
    await connection.close()
    this.#connection = undefined
    return null
  }

  #realign(connection: Connection): Promise<void> {
    if (connection.config) this.#align(connection.config)
    return this.#aligning.then(() => undefined)
  }

  #others = ({ rootId }: RootView) => this.#settings.now.roots.filter((one) => one.rootId !== rootId)

  /** By its number, or the beginning of its name. */
  #find(given: string | undefined): RootView {
    const all = this.#roots.views()
    const wish = (given ?? '').toLowerCase()
    const found = all.filter(
      ({ rootId, name, kind }) =>
        String(rootId) === wish || wish === kind || (wish !== '' && name.toLowerCase().startsWith(wish)),
    )
    const [first] = found
    if (first && (found.length === 1 || String(first.rootId) === wish)) return first
    const names = all.map(({ rootId, name }) => `${rootId} (${name})`).join(', ')
    throw new UserError(`Which of these is meant by «${given}»: ${names || 'there are none'}?`)
  }

  #running(given: string | undefined): RunningRoot {
    const view = this.#find(given)
    const running = this.#roots.get(view.rootId)
    if (!running) throw new UserError(`«${view.name}» is not on this device: «roots add» brings it here.`)
    return running
  }
}
