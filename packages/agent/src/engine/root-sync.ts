import type { Decision } from '@holdfast/api/devices/decisions'
import type { EntryId } from '@holdfast/api/ids'
import { OneByOne } from '@holdfast/api/one-by-one'
import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import { DiskGone, DiskTrouble } from '../ports/disk.ts'
import { leaveFiles } from './leave.ts'
import type { Driver, Engine, Ports, Settings } from './state/engine.ts'
import { LIMITS, type Limits } from './state/limits.ts'
import { StoreTrouble } from './state/saver.ts'
import type { Left, RootStatus, StateReason } from './state/status.ts'
import { type Round, SyncRun } from './sync-run.ts'
import { acceptRules } from './take-rules.ts'

/** Where nobody tells of news, they are asked for so often. */
const QUIET_MS = MINUTE_MS
const LOOK_AGAIN_MS = 2000
/** So often it looks again that soon; then it takes longer each time: someone may be writing for hours. */
const SOON_LOOKS = 3
/** Looks that follow each other sooner count as one: someone who writes has brought them on. */
const LOOK_COUNTS_MS = 1000
/** So often it looks again before a wish to be in sync is given up. */
const MOST_LOOKS = 8
const MAX_BACKOFF_MS = 5 * MINUTE_MS
/** So often a line may break before a wish to be in sync is given up. */
const ATTEMPTS = 4

/** What the state is in which trouble; `failed` in any other. */
const STATE_IN: Partial<Record<StateReason, RootStatus['state']>> = {
  starting: 'syncing',
  offline: 'offline',
}

/** It could not be done because the service cannot be reached: ask again later. */
export class CutOff extends Error {
  override name = 'CutOff'
}

/**
 * Keeps one folder and one root equal, for as long as it runs. It goes on by itself after a broken line, lost access or an
 * unmounted disk. Anyone who learns that something has happened, on the disk or on the service, calls `wake`.
 */
export class RootSync {
  /** Called for each round when it is over. */
  onRound: (round: Round) => void = () => {}
  readonly #ports: Ports
  readonly #limits: Limits
  readonly #driver: Driver
  #settings: Settings
  #isStopped = false
  #current: SyncRun | undefined
  #round: Round | undefined
  #isPaused = false
  #trouble: StateReason | null = 'starting'
  #fails = 0
  /** How many rounds in a row had nothing to do but to look once more. */
  #looks = 0
  #lookCountedAt = 0
  #awake = new AbortController()
  /** One round at a time, no matter who wants it. */
  readonly #turns = new OneByOne()

  constructor(ports: Ports, settings: Settings, limits: Limits = LIMITS) {
    this.#ports = ports
    this.#settings = settings
    this.#limits = limits
    this.#driver = {
      settings: () => this.#settings,
      isHalted: () => this.#isPaused || this.#isStopped,
      wake: () => this.wake(),
    }
  }

  /** Of the current run: undefined before the first one, and after the disk or the store failed. */
  get engine(): Engine | undefined {
    return this.#current?.engine
  }

  /** Until it is aborted. Rejects only by a mistake of ours. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = () => {
      this.#isStopped = true
      this.wake()
    }
    this.#isStopped = signal.aborted
    signal.addEventListener('abort', stop)
    try {
      while (!signal.aborted) {
        const restMs = this.#isPaused ? QUIET_MS : await this.#turns.run(() => this.#goOn())
        if (restMs > 0) await this.#rest(restMs, signal)
      }
    } finally {
      signal.removeEventListener('abort', stop)
      await this.#current?.close()
    }
  }

  /** Something may have happened: looks at once. */
  wake(): void {
    this.#awake.abort('awake')
  }

  pause(): void {
    this.#isPaused = true
  }

  /** With `confirm`, what the brake holds goes on; with `bringBack`, it comes back from the other side. */
  resume({ confirm = false, bringBack = false }: { confirm?: boolean; bringBack?: boolean } = {}): void {
    if (confirm) this.decide('confirm')
    else if (bringBack) this.decide('bring_back')
    this.#isPaused = false
    this.wake()
  }

  /** Someone has decided about what the brake holds. A pause stays. */
  decide(decision: Decision): void {
    const run = this.#current
    if (decision === 'confirm') run?.brakes.release()
    else if (run) run.brakes.bringBack(run.engine)
    this.wake()
  }

  /** What the device is told of itself and the root has changed. */
  change(settings: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...settings }
    this.wake()
  }

  /** The device is to have all but these folders. */
  select(deselected: ReadonlySet<EntryId>): void {
    this.change({ deselected })
  }

  /** What somebody else has listed as not to be synced is to count here, too. False where nothing waits for that. */
  acceptRules(): boolean {
    const engine = this.#current?.engine
    if (!engine?.state.waitingRules) return false
    acceptRules(engine)
    this.wake()
    return true
  }

  /** Looks at everything, and works until nothing is left to do. */
  async syncOnce(): Promise<'synced' | 'problems' | 'cut_off'> {
    let fails = 0
    this.#looks = 0
    this.#fails = 0
    for (let isFirst = true; ; isFirst = false) {
      if (this.#isPaused) return 'problems'
      const restMs = await this.#turns.run(() => {
        if (isFirst) this.#current?.lookEverywhere()
        if (isFirst) this.#current?.engine.problems.tryAgain()
        if (isFirst) this.#current?.engine.line.tryAgain()
        return this.#goOn()
      })
      if (!this.#current) return 'problems'
      if (this.#round === 'quiet_whole') return this.#problemCount > 0 ? 'problems' : 'synced'
      if (this.#round === 'held' || this.#round === 'braked' || this.#round === 'denied') return 'problems'
      if (this.#looks >= MOST_LOOKS) return 'problems'
      if (this.#round === 'quiet') this.#current.lookEverywhere()
      else if (this.#round === 'cut_off' && ++fails >= ATTEMPTS) return 'cut_off'
      else if (restMs > 0) await this.#rest(fails > 0 ? this.#askedRestMs(restMs, fails) : restMs)
    }
  }

  /**
   * Removes what the service has from the disk, as a device does that has left a root; `epoch` is the one in which it was
   * told to. Afterwards the caller forgets the root's state. Rejects with `CutOff` where nothing can be asked.
   */
  leave(epoch: string): Promise<Left> {
    this.pause()
    return this.#turns.run(async () => {
      const run = this.#current ?? (await SyncRun.begin(this.#ports, this.#driver, this.#limits))
      this.#current = run
      await run.close()
      const left = await leaveFiles(run.engine, epoch)
      if (left === 'cut_off') throw new CutOff()
      return left
    })
  }

  status(): RootStatus {
    const run = this.#current
    return {
      ...this.#state(),
      problems: run?.engine.problems.list() ?? [],
      notices: run?.engine.problems.listNotices() ?? [],
      transfers: run?.engine.transfers.list() ?? [],
      todo: run?.todo ?? { up: 0, down: 0 },
      files: run?.engine.state.trees.links.files ?? 0,
      wouldGo: run?.brakes.wouldGo ?? null,
      activity: run?.engine.transfers.activity(),
    }
  }

  #state(): Pick<RootStatus, 'state' | 'reason'> {
    if (this.#isPaused) return { state: 'paused', reason: 'asked' }
    if (this.#trouble) return { state: STATE_IN[this.#trouble] ?? 'failed', reason: this.#trouble }
    if (this.#current?.brakes.wouldGo) return { state: 'paused', reason: 'brake' }
    if (this.#current?.engine.line.isPaused) return { state: 'paused', reason: 'held_back' }
    const isQuiet = this.#round === 'quiet' || this.#round === 'quiet_whole' || this.#round === 'held'
    if (!isQuiet) return { state: 'syncing', reason: null }
    if (this.#problemCount > 0) return { state: 'attention', reason: 'problems' }
    // What failed for no reason that is known yet is tried again soon.
    return { state: this.#round === 'held' ? 'syncing' : 'synced', reason: null }
  }

  get #problemCount(): number {
    return this.#current?.engine.problems.list().length ?? 0
  }

  /** One round, after which it rests so long. */
  async #goOn(): Promise<number> {
    try {
      this.#current ??= await SyncRun.begin(this.#ports, this.#driver, this.#limits)
      const round = await this.#current.round()
      this.#round = round
      this.#trouble = round === 'denied' ? 'access_lost' : round === 'cut_off' ? 'offline' : null
      this.onRound(round)
      if (this.#trouble) return this.#backoff()
    } catch (error) {
      if (!(error instanceof DiskGone || error instanceof DiskTrouble || error instanceof StoreTrouble))
        throw error
      // What was half done is settled when the disk is there again.
      const over = this.#current
      this.#current = undefined
      await over?.close()
      this.#trouble = error instanceof DiskGone ? 'disk_gone' : 'disk_trouble'
      return this.#backoff()
    }
    this.#fails = 0
    const now = this.#ports.clock.now()
    const { problems, line, state } = this.#current.engine
    if (this.#round === 'waits') return this.#lookAgainMs(now, state.toRead.nextAt)
    this.#looks = 0
    if (this.#round === 'worked') return 0
    const nextTry = Math.min(...[problems.nextTry, line.pausedUntil].map((at) => at ?? now + QUIET_MS))
    return Math.min(QUIET_MS, Math.max(1, nextTry - now))
  }

  /** A file that looks finished is read as soon as it may be. */
  #lookAgainMs(now: Instant, readableAt: Instant): number {
    if (this.#looks === 0 || now - this.#lookCountedAt >= LOOK_COUNTS_MS) {
      this.#looks++
      this.#lookCountedAt = now
    }
    if (this.#looks > SOON_LOOKS) return Math.min(QUIET_MS, LOOK_AGAIN_MS * 2 ** (this.#looks - SOON_LOOKS))
    return Math.max(1, Math.min(LOOK_AGAIN_MS, readableAt - now))
  }

  #backoff(): number {
    const most = Math.min(MAX_BACKOFF_MS, 1000 * 2 ** this.#fails++)
    return Math.max(1 + this.#ports.random.below(most), this.#current?.engine.line.patienceMs ?? 0)
  }

  /** Whoever waits for an answer does not wait as long as one who tries by itself, for whom tries add up; the service may ask for it. */
  #askedRestMs(restMs: number, fails: number): number {
    return Math.max(Math.min(restMs, 1000 * 2 ** fails), this.#current?.engine.line.patienceMs ?? 0)
  }

  async #rest(milliseconds: number, end?: AbortSignal): Promise<void> {
    const { signal } = this.#awake
    if (!signal.aborted && !end?.aborted) await this.#ports.clock.pause(milliseconds, signal)
    if (signal.aborted) this.#awake = new AbortController()
  }
}
