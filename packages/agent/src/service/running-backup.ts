import type { DeviceConfig } from '@holdfast/api/devices/agent-channel'
import { formatUtc, type Instant, MINUTE_MS } from '@holdfast/api/time'
import { BackupRunner, type RunResult } from '../backup/backup-runner.ts'
import { FolderWatches } from '../backup/folder-watches.ts'
import { RunFailed } from '../backup/keep-item.ts'
import { tellRun } from '../backup/tell-run.ts'
import { nextRunAt, readSchedule } from '../core/backup-schedule.ts'
import { askerOf } from '../device/answer-command.ts'
import type { Gate } from '../device/gate/gate.ts'
import { Refused } from '../device/gate/refused.ts'
import type { RootStatus } from '../engine/state/status.ts'
import { RootClient } from '../net/root-client.ts'
import { SecretFile } from '../net/secret-file.ts'
import { BACKUPS } from '../words/backups.ts'
import { CLOCK } from './clock.ts'
import type { Connection } from './connection.ts'
import type { Home } from './home.ts'
import type { Log } from './log.ts'
import type { BackupView } from './methods.ts'

export type WantedBackup = DeviceConfig['backups'][number]

/** What outlives the process. */
interface Remembered {
  readonly startedAt: Instant
  /** Of the last one that came to its end; null before. */
  readonly finishedAt: Instant | null
  /** Files that it held then. */
  readonly files?: number
}

/** So long after a run that could not be finished, it is tried again. */
const AGAIN_MS = 5 * MINUTE_MS
const LOOK_MS = MINUTE_MS

/** A folder that is backed up when it is time. */
export class RunningBackup {
  wanted: WantedBackup
  readonly #connection: Connection
  readonly #gate: Gate
  readonly #log: Log
  readonly #runner: BackupRunner
  readonly #file: SecretFile<Remembered>
  readonly #watches = new FolderWatches(() => {
    this.#changedAt = CLOCK.now()
  })
  readonly #ending = new AbortController()
  #known: Remembered | undefined
  /** When something in the folder was last seen to change since the last run began. */
  #changedAt: Instant | undefined
  #running: Promise<void> | undefined
  #current: Promise<RunResult> | undefined
  /** Why it cannot be made as things are; looked at again and again. */
  #refused: string | null = null

  constructor(home: Home, connection: Connection, wanted: WantedBackup, gate: Gate, log: Log) {
    this.wanted = wanted
    this.#gate = gate
    this.#connection = connection
    this.#log = log
    const state = home.stateOf(wanted.root_id, connection.signedIn.guid)
    this.#file = new SecretFile(`${state}.times.json`)
    this.#runner = new BackupRunner({
      server: new RootClient(connection.line, wanted.root_id),
      path: wanted.path,
      stateFile: `${state}.db`,
      clock: CLOCK,
      admit: () => this.#admit(),
      visiting: (folder) => this.#watches.see(folder),
      settings: { exclude: [home.folder] },
    })
  }

  #request() {
    const { path, asked_by } = this.wanted
    return { deed: 'backup', path, asker: askerOf(asked_by) } as const
  }

  #admit() {
    try {
      return this.#gate.open(this.#request())
    } catch (error) {
      throw error instanceof Refused ? new RunFailed(this.#inWords(error)) : error
    }
  }

  /** What is allowed, or which disks are there, may be something else by now. */
  lookAgain(): void {
    const before = this.#refused
    try {
      this.#gate.check(this.#request())
      this.#refused = null
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.#refused = this.#inWords(error)
    }
    if (this.#refused !== null && this.#refused !== before)
      this.#log.write(
        `backup of ${this.wanted.path}, requested by ${this.#by ?? BACKUPS.someone}: ${this.#refused}`,
      )
  }

  #inWords = ({ kind, message }: Refused): string =>
    kind === 'not_found' ? BACKUPS.missing(this.wanted.path) : message

  get #by(): string | null {
    return this.wanted.asked_by?.name ?? null
  }

  async load(): Promise<void> {
    this.lookAgain()
    this.#known = await this.#file.read().catch(() => undefined)
  }

  start(): void {
    this.#running ??= this.#keepOn(this.#ending.signal)
  }

  async #keepOn(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.lookAgain()
      const due = this.#due()
      if (this.#refused === null && due !== undefined && due <= CLOCK.now()) {
        // Whatever the service answered: one backup that breaks down ends nothing else.
        const result = await this.run().catch((error: unknown) =>
          this.#log.write(`internal error in the backup of ${this.wanted.path}: ${String(error)}`),
        )
        if (result?.state !== 'done') await CLOCK.pause(AGAIN_MS, signal)
      } else await CLOCK.pause(LOOK_MS, signal)
    }
  }

  /** When the next run is to begin; undefined while it rests. */
  #due(): Instant | undefined {
    const runs = { lastAt: this.#known?.startedAt, changedAt: this.#changedAt }
    return nextRunAt(readSchedule(this.wanted.schedule), runs, CLOCK.now())
  }

  /** Without waiting for its end. Throws `Refused` where it cannot be made as things are. */
  begin(): void {
    this.#gate.check(this.#request())
    void this.run().catch((error: unknown) =>
      this.#log.write(`internal error in the backup of ${this.wanted.path}: ${String(error)}`),
    )
  }

  /** One at a time: anyone who asks for another gets the one under way. */
  run(mayDeleteMuch = false): Promise<RunResult> {
    this.#current ??= this.#runOnce(mayDeleteMuch).finally(() => {
      this.#current = undefined
    })
    return this.#current
  }

  async #runOnce(mayDeleteMuch: boolean): Promise<RunResult> {
    const { signal } = this.#ending
    this.#watches.begin()
    this.#changedAt = undefined
    const result = await this.#runner.run(signal, undefined, { mayDeleteMuch })
    const { root_id, path: of } = this.wanted
    this.#log.write(`backup of ${of}: ${result.state}${result.why === null ? '' : `, ${result.why}`}`)
    const machineId = this.#connection.config?.machine_id
    if (result.state === 'done') {
      this.#watches.settle()
      const { startedAt, finishedAt, heldFiles: files } = result
      this.#known = { startedAt, finishedAt, files }
      await this.#file.write(this.#known)
      const told =
        machineId &&
        tellRun(this.#connection.line.calls, { machineId, rootId: root_id }, result, { clock: CLOCK, signal })
      await told?.catch((error: unknown) =>
        this.#log.write(`a backup could not be reported: ${String(error)}`),
      )
    }
    return result
  }

  view(): BackupView {
    const { progress, last } = this.#runner.status()
    const why = this.#refused ?? last?.why ?? null
    const { isPaused } = readSchedule(this.wanted.schedule)
    const due = this.#due()
    const isWaiting = !progress && this.#refused === null && due !== undefined
    return {
      rootId: this.wanted.root_id,
      path: this.wanted.path,
      by: this.#by,
      state: progress ? 'syncing' : why !== null ? 'failed' : isPaused ? 'paused' : 'synced',
      reason: why ?? (isPaused ? BACKUPS.bySchedule : ''),
      lastRun: this.#known?.finishedAt == null ? null : formatUtc(this.#known.finishedAt),
      nextRun: isWaiting ? formatUtc(due) : null,
      // A run that failed has taken nothing out of it.
      done: progress?.files ?? this.#known?.files ?? last?.heldFiles ?? 0,
      problems: (last?.problems ?? []).map(({ path: at, reason }) => ({ path: at, reason, help: '' })),
    }
  }

  /** Why it is not made, in words. */
  why(): string | null {
    const { state, reason } = this.view()
    return state === 'failed' ? reason : null
  }

  /** As devices report of roots. */
  status(): RootStatus {
    const { state, done } = this.view()
    return {
      state,
      reason: null,
      problems: [],
      notices: [],
      transfers: [],
      todo: { up: 0, down: 0 },
      files: done,
      wouldGo: null,
    }
  }

  async stop(): Promise<void> {
    this.#ending.abort()
    await this.#running
    await this.#current?.catch(() => undefined)
    this.#watches.close()
  }
}
