import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { DeviceConfig } from '@holdfast/api/devices/agent-channel'
import type { Trees } from '../core/trees.ts'
import { FileModes } from '../disk/file-modes.ts'
import { MarkedFolder, type Marker } from '../disk/marker.ts'
import { NodeDisk } from '../disk/node-disk.ts'
import { RootSync } from '../engine/root-sync.ts'
import { LIMITS } from '../engine/state/limits.ts'
import { State } from '../engine/state/state.ts'
import type { Left, RootStatus } from '../engine/state/status.ts'
import { LockKeeper } from '../locks/lock-keeper.ts'
import { RootClient } from '../net/root-client.ts'
import { SecretFile } from '../net/secret-file.ts'
import { SqliteStore } from '../store/sqlite-store.ts'
import { barredInWords, INTERNAL_ERROR, SIGNED_OUT } from '../words/status.ts'
import { CLOCK, RANDOM } from './clock.ts'
import type { Connection } from './connection.ts'
import { CUT_WORKER } from './cut-worker-file.ts'
import type { Home } from './home.ts'
import { problemInWords, reasonInWords } from './in-words.ts'
import type { RootView } from './methods.ts'
import type { WantedRoot } from './wanted-roots.ts'

const LISTEN_AGAIN_MS = 5000
const MIB = 1024 * 1024

/** A root that has its folder: it can be kept in step, be asked how it is, and be left. */
export class RunningRoot {
  readonly disk: NodeDisk
  readonly sync: RootSync
  readonly #home: Home
  /** Called when it has worked for a while. */
  onRound: () => void = () => {}
  readonly #stateFile: string
  readonly #store: SqliteStore
  readonly #server: RootClient
  readonly #connection: Connection
  readonly #locks: LockKeeper
  readonly #ending = new AbortController()
  #wanted: WantedRoot
  #settings: ReturnType<typeof settingsOf>
  #running: Promise<unknown> | undefined
  /** What the agent broke down with here: a mistake of ours, which others do not suffer from. */
  #broken: string | undefined

  constructor(
    home: Home,
    connection: Connection,
    wanted: WantedRoot,
    place: { folder: string; marker: Marker },
  ) {
    this.#wanted = wanted
    this.#connection = connection
    this.#stateFile = home.stateOf(wanted.rootId, place.marker.folder)
    this.#store = new SqliteStore(`${this.#stateFile}.db`)
    this.#server = new RootClient(connection.line, wanted.rootId)
    const notes = `${this.#stateFile}.moving.json`
    this.disk = new NodeDisk({
      ...place,
      notes,
      machine: () => home.deviceName,
      now: CLOCK.now,
      onHint: () => this.sync.wake(),
      chunks: this.#store.chunks,
      ...(CUT_WORKER && { cutWorker: CUT_WORKER }),
    })
    this.#locks = new LockKeeper({
      calls: this.#server,
      modes: new FileModes(new MarkedFolder(place.folder, place.marker, notes)),
      file: new SecretFile(`${this.#stateFile}.locks.json`),
      now: CLOCK.now,
      engine: () => this.sync.engine,
      filesInUse: () => this.disk.filesInUse(),
      settings: () => ({
        autoLock: this.#wanted.autoLock,
        extensions: connection.config?.policy.locked_extensions ?? '',
      }),
    })
    this.#home = home
    this.#settings = settingsOf(wanted, connection.config, home)
    this.sync = new RootSync(
      { server: this.#server, disk: this.disk, store: this.#store, clock: CLOCK, random: RANDOM },
      {
        // Drawn at each start: after a lost database, counting starts again.
        installation: randomBytes(12).toString('base64url'),
        ...this.#settings,
      },
    )
  }

  get wanted(): WantedRoot {
    return this.#wanted
  }

  /** What was decided about it, here or by the service, may be something else now. */
  change(wanted: WantedRoot): void {
    this.#wanted = wanted
    const settings = settingsOf(wanted, this.#connection.config, this.#home)
    if (!isDeepStrictEqual(settings, this.#settings)) this.sync.change(settings)
    this.#settings = settings
    // What is locked, and kept from being written, depends on what was decided, too.
    if (this.#running) this.#locks.tend()
  }

  start(): void {
    const { signal } = this.#ending
    this.sync.onRound = () => {
      // Somebody may have given the device another name.
      if (this.#home.deviceName !== this.#settings.machine) this.change(this.#wanted)
      else this.#locks.tend()
      this.onRound()
    }
    this.#running ??= Promise.all([
      this.sync.run(signal).catch((error: unknown) => {
        this.#broken = error instanceof Error ? error.message : String(error)
      }),
      this.#listen(signal),
    ])
  }

  /** Where the line that carries news is away, the log itself is listened to. */
  async #listen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const cursor = this.sync.engine?.state.position?.cursor
      if (this.#connection.state === 'connected' || cursor === undefined)
        await CLOCK.pause(LISTEN_AGAIN_MS, signal)
      else
        await this.#server.waitForChanges(cursor, signal).then(
          () => this.sync.wake(),
          () => CLOCK.pause(LISTEN_AGAIN_MS, signal),
        )
    }
  }

  view(): RootView {
    const { rootId, rsubId, name, kind, readOnly, folder, asker } = this.#wanted
    const status = this.sync.status()
    const { up, down } = status.todo
    return {
      ...{ rootId, rsubId, name, kind, readOnly, folder, by: asker.name },
      ...this.#state(status),
      files: status.files,
      todo: up + down,
      unsent: up,
      held: status.wouldGo,
      transfers: status.transfers,
      problems: status.problems.map(problemInWords),
      activity: status.activity,
      notices: status.notices.map(problemInWords),
    }
  }

  /** What the sign-in came to says more than what a root meets by it. */
  #state(status: RootStatus): Pick<RootView, 'state' | 'reason' | 'code' | 'detail'> {
    const { tokens, trouble } = this.#connection.line
    if (this.#broken !== undefined)
      return { state: 'failed', reason: INTERNAL_ERROR(this.#broken), code: 'broken', detail: this.#broken }
    if (tokens.isSignedOut)
      return { state: 'signed_out', reason: SIGNED_OUT, code: 'signed_out', detail: null }
    if (status.reason === 'asked') return { state: 'paused', reason: '', code: null, detail: null }
    const { barred } = tokens
    if (barred !== undefined)
      return { state: 'failed', reason: barredInWords(barred), code: 'barred', detail: barred }
    return { state: status.state, ...reasonInWords(status, trouble) }
  }

  /** What is known of it, also where nothing runs. */
  async trees(): Promise<Trees> {
    return this.sync.engine?.state.trees ?? new State(await this.#store.load(), LIMITS.heldItems).trees
  }

  /** While the service can still be asked. */
  giveBackLocks = (): Promise<void> => this.#locks.end()

  async leave(epoch: string): Promise<Left> {
    await this.giveBackLocks()
    const left = await this.sync.leave(epoch)
    await this.stop()
    for (const end of ['.db', '.db-wal', '.db-shm', '.locks.json', '.moving.json'])
      rmSync(`${this.#stateFile}${end}`, { force: true })
    return left
  }

  async stop(): Promise<void> {
    await this.giveBackLocks()
    this.#ending.abort()
    await this.#running
    await this.disk.close()
    this.#store.close()
  }
}

/** Extensions and sizes are for what people share and sync: a device that has no policy yet waits for the service's word. */
const settingsOf = (
  { readOnly, deselected }: WantedRoot,
  config: DeviceConfig | undefined,
  { deviceName }: Home,
) => ({
  machine: deviceName,
  readOnly,
  deselected: new Set(deselected),
  manualCollisions: config?.settings.manual_collisions ?? false,
  excludedExtensions: config?.policy.excluded_extensions ?? '',
  maxFileSize: config ? config.policy.max_file_size * MIB : Number.POSITIVE_INFINITY,
})
