import { randomBytes } from 'node:crypto'
import { ApiClientError } from '@holdfast/api/client'
import type { Instant } from '@holdfast/api/time'
import type { Clock } from '../ports/clock.ts'
import type { Server } from '../ports/server.ts'
import { BACKUPS } from '../words/backups.ts'
import { BackupState } from './backup-state.ts'
import { BatchSender } from './batch-sender.ts'
import { RunFailed } from './keep-item.ts'
import {
  codeOf,
  type Looked,
  look,
  lookInto,
  type RawPath,
  rawPathOf,
  realPathOf,
  realPlaceOf,
} from './look.ts'
import { Pass } from './pass.ts'
import { persist, StoppedForNow } from './persist.ts'
import { follow, pullState } from './pull-state.ts'
import { type Problem, Problems, reasonOf } from './run-report.ts'

export interface BackupOptions {
  /** The root of the backup. */
  readonly server: Server
  /** The folder that is backed up. */
  readonly path: string
  /** What is known is kept in this file, which nobody else uses. */
  readonly stateFile: string
  readonly clock: Clock
  /** Opens the folder for a run, if that is allowed, and says where it is; throws `RunFailed` where it is not. */
  readonly admit?: () => Disposable & { readonly real: string }
  /** Called for each folder before it is looked into. */
  readonly visiting?: (folder: RawPath) => void
  readonly settings?: BackupSettings
}

export interface BackupSettings {
  /** Paths that are left out, with all that is in them, such as the agent's own. */
  readonly exclude?: readonly string[]
}

/** How far a run is. */
export interface RunProgress {
  /** Files that were looked at. */
  files: number
  sentFiles: number
  sentBytes: number
}

export interface RunResult extends RunProgress {
  /**
   * `done`: a point to restore from, with all that could be read. `failed`: somebody should look at `why`. `stopped`: the
   * service could not be reached, or the run was ended; the next one goes on.
   */
  readonly state: 'done' | 'failed' | 'stopped'
  /** In words for people; null when it is done. */
  readonly why: string | null
  readonly startedAt: Instant
  readonly finishedAt: Instant
  /** The number of the root's newest change then, and the epoch that it is of; null where none was heard of. */
  readonly seq: number
  readonly epoch: string | null
  /** How many files the backup holds, and their bytes. */
  readonly heldFiles: number
  readonly heldBytes: number
  /** What could not be kept: the first of them, and how many. */
  readonly problems: readonly Problem[]
  readonly problemCount: number
  /** What is left out on purpose, likewise. */
  readonly skipped: readonly Problem[]
  readonly skippedCount: number
}

export interface BackupStatus {
  readonly isRunning: boolean
  readonly progress: RunProgress | null
  readonly last: RunResult | null
}

/** A second look at everything helps where the service held something else than was thought. */
const ROUNDS = 2
const SECOND_MS = 1000

/** Backs a folder up to a root, one way: what is on the disk is what there is, and nothing is ever written there. */
export class BackupRunner {
  readonly #options: BackupOptions
  #progress: RunProgress | null = null
  #last: RunResult | null = null

  constructor(options: BackupOptions) {
    this.#options = options
  }

  status(): BackupStatus {
    return { isRunning: this.#progress !== null, progress: this.#progress, last: this.#last }
  }

  /**
   * Goes through all files once. Rejects only by a mistake of ours. `mayDeleteMuch`: someone has confirmed that as much is
   * gone as seems to be.
   */
  async run(
    signal: AbortSignal,
    onProgress: (progress: RunProgress) => void = () => {},
    { mayDeleteMuch = false }: { mayDeleteMuch?: boolean } = {},
  ): Promise<RunResult> {
    if (this.#progress) throw new Error(BACKUPS.running)
    const progress: RunProgress = { files: 0, sentFiles: 0, sentBytes: 0 }
    this.#progress = progress
    const tell = () => onProgress({ ...progress })
    try {
      await this.#nextSecond(signal)
      const run = new Run(this.#options, { signal, progress, tell, mayDeleteMuch })
      this.#last = await run.toItsEnd()
      return this.#last
    } finally {
      this.#progress = null
    }
  }

  /** The service knows runs by the second in which they began: of two in one, it would keep the second. */
  async #nextSecond(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options
    const last = this.#last
    const next = last ? (Math.floor(last.startedAt / SECOND_MS) + 1) * SECOND_MS : 0
    const left = next - clock.now()
    // More than that is a clock that was set back.
    if (left > 0 && left <= SECOND_MS) await clock.pause(left, signal)
  }
}

interface RunOptions {
  readonly signal: AbortSignal
  readonly progress: RunProgress
  readonly tell: () => void
  readonly mayDeleteMuch: boolean
}

class Run {
  readonly #backup: BackupOptions
  readonly #run: RunOptions
  #problems = new Problems()
  #skipped = new Problems()
  #state: BackupState | undefined
  #seq = 0
  #epoch: string | null = null

  constructor(backup: BackupOptions, run: RunOptions) {
    this.#backup = backup
    this.#run = run
  }

  async toItsEnd(): Promise<RunResult> {
    const startedAt = this.#backup.clock.now()
    let held = { files: 0, bytes: 0 }
    const ended = (state: RunResult['state'], why: string | null): RunResult => ({
      state,
      why,
      startedAt,
      finishedAt: this.#backup.clock.now(),
      seq: this.#seq,
      epoch: this.#epoch,
      ...this.#run.progress,
      heldFiles: held.files,
      heldBytes: held.bytes,
      problems: this.#problems.list,
      problemCount: this.#problems.count,
      skipped: this.#skipped.list,
      skippedCount: this.#skipped.count,
    })
    try {
      using place = this.#backup.admit?.()
      const top = await this.#lookAtTop(place?.real)
      const state = new BackupState(this.#backup.stateFile)
      this.#state = state
      await this.#makePasses(top, state)
      held = state.totals()
      return ended('done', null)
    } catch (error) {
      const { signal } = this.#run
      if (signal.aborted) return ended('stopped', BACKUPS.stopped)
      if (error instanceof StoppedForNow) return ended('stopped', error.message)
      if (error instanceof RunFailed) return ended('failed', error.message)
      if (codeOf(error) === 'ERR_SQLITE_ERROR') return ended('failed', BACKUPS.stateNotSaved(String(error)))
      if (!(error instanceof ApiClientError)) throw error
      // The service was set back: what is known of it is asked for again.
      if (error.code === 'cursor_reset') return ended('stopped', BACKUPS.serverRestored)
      return ended('failed', error.message)
    } finally {
      this.#state?.close()
    }
  }

  /** Nothing there, where something was, is a disk that is not mounted: what the backup holds stays. */
  async #lookAtTop(admitted: string | undefined): Promise<Looked & { isEmpty: boolean }> {
    const { path } = this.#backup
    try {
      const real = admitted === undefined ? realPathOf(path) : rawPathOf(admitted)
      const top = look(real, '')
      if (top.kind !== 'folder') throw new RunFailed(BACKUPS.noFolder(path))
      return { ...top, isEmpty: (await lookInto(real, () => {})).length === 0 }
    } catch (error) {
      const code = codeOf(error)
      if (code === 'ENOENT' || code === 'ENOTDIR') throw new RunFailed(BACKUPS.missing(path))
      throw code === undefined ? error : new RunFailed(`${path}: ${reasonOf(error, code)}`)
    }
  }

  async #makePasses(top: Looked & { isEmpty: boolean }, state: BackupState): Promise<void> {
    const { server, clock, path } = this.#backup
    const { signal, progress, tell, mayDeleteMuch } = this.#run
    const insistent = <T>(request: () => Promise<T>) => persist({ clock, signal }, request)
    const pulling = { server, state, persist: insistent }
    for (let round = 1; ; round++) {
      this.#problems = new Problems()
      this.#skipped = new Problems()
      progress.files = 0
      const epoch = await pullState(pulling)
      this.#epoch = epoch
      if (top.isEmpty && !state.isEmpty && !mayDeleteMuch) throw new RunFailed(BACKUPS.empty(path))
      const sender = new BatchSender({
        server,
        epoch,
        name: randomBytes(12).toString('base64url'),
        persist: insistent,
        learn: (learn) => state.together(learn),
      })
      const pass = new Pass({
        ...{ top, server, state, sender, signal, mayDeleteMuch, persist: insistent },
        ...{ problems: this.#problems, skipped: this.#skipped, isExcluded: this.#exclusion() },
        now: () => clock.now(),
        visiting: this.#backup.visiting ?? (() => {}),
        sent: (bytes) => {
          progress.sentBytes += bytes
          tell()
        },
        sentFile: () => {
          progress.sentFiles++
        },
        looked: (files) => {
          progress.files += files
          tell()
        },
      })
      await pass.run()
      this.#seq = await follow(pulling)
      if (!pass.isDoubtful) return
      state.position = undefined
      if (round === ROUNDS) throw new StoppedForNow(BACKUPS.serverChanges)
    }
  }

  #exclusion(): (path: RawPath) => boolean {
    const { settings = {} } = this.#backup
    const paths = new Set((settings.exclude ?? []).map(realPlaceOf))
    return (path) => paths.has(path)
  }
}
