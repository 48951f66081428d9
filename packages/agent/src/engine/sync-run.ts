import { nameKey } from '@holdfast/api/files/names'
import { RETAKE_MS } from '@holdfast/api/files/sync'
import type { EntryId } from '@holdfast/api/ids'
import { DAY_MS, HOUR_MS, type Instant } from '@holdfast/api/time'
import { contentLeft } from '../core/content-left.ts'
import type { Link } from '../core/links.ts'
import type { LocalId } from '../core/local-id.ts'
import { TOP_LOCAL } from '../core/local-tree.ts'
import { isRemote, type Op } from '../core/ops.ts'
import { plan } from '../core/plan.ts'
import { tallyOf } from '../core/tally.ts'
import { countUnsent } from '../core/unsent.ts'
import { Brakes } from './brakes.ts'
import { type Background, execute } from './execute/execute.ts'
import { pull } from './pull.ts'
import { recover } from './recover.ts'
import { scan } from './scan.ts'
import type { Driver, Engine, Ports, Settings } from './state/engine.ts'
import type { Limits } from './state/limits.ts'
import { Line } from './state/line.ts'
import { Problems } from './state/problems.ts'
import { Saver } from './state/saver.ts'
import { Slice } from './state/slice.ts'
import { State } from './state/state.ts'
import { Transfers } from './state/transfers.ts'
import { wayUp } from './state/way-up.ts'
import { takeRules } from './take-rules.ts'
import { LargeDownloads } from './transfer/large-downloads.ts'
import { Uploads } from './transfer/uploads.ts'
import { withoutEarlyFolders } from './without-early-folders.ts'

/** Hints can be lost, so now and then everything is looked at. */
const WHOLE_SCAN_MS = HOUR_MS
/** A change of which nothing was heard for so long was not made, and will not be. */
const FORGET_INTENTS_MS = DAY_MS

/** What a round came to. */
export type Round =
  /** The service cannot be asked. */
  | 'cut_off'
  /** The service does not let us. Nothing follows from that about any file. */
  | 'denied'
  | 'worked'
  /** Something has to be looked at once more, in a while. */
  | 'waits'
  /** All that is left to do has failed, and is tried again later. */
  | 'held'
  /** There was nothing to do; `whole` if all of the disk was looked at for that. */
  | 'quiet'
  | 'quiet_whole'
  /** So much would go that a person has to look first. */
  | 'braked'

/** One life of an agent for one root: from its start to a crash, or until the disk is gone. */
export class SyncRun {
  readonly engine: Engine
  /** How many changes the newest plan has. */
  todo = { up: 0, down: 0 }
  readonly brakes = new Brakes()
  readonly #background: Background = { uploads: new Uploads(), largeDownloads: new LargeDownloads() }
  #wholeScanAt: Instant
  #told: Settings | undefined
  /** Of names that were given to changes: the newest a while ago, and when that was. */
  #names: { readonly upTo: number; readonly at: Instant }

  private constructor(engine: Engine) {
    this.engine = engine
    this.#wholeScanAt = engine.clock.now()
    this.#names = { upTo: engine.state.opCount, at: engine.clock.now() }
  }

  /** What was left half done is settled before anything else. */
  static async begin(ports: Ports, driver: Driver, limits: Limits): Promise<SyncRun> {
    await ports.disk.check()
    const state = new State(await ports.store.load(), limits.heldItems)
    const saver = new Saver(state, ports.store)
    const engine: Engine = {
      ...ports,
      ...driver,
      limits,
      state,
      line: new Line(ports.clock),
      problems: new Problems(state.trees, ports.clock),
      transfers: new Transfers(() => ports.clock.now()),
      save: () => saver.save(),
    }
    const run = new SyncRun(engine)
    await scan(engine, 'whole')
    await recover(engine)
    return run
  }

  /** Pulls, looks, plans, and works at the plan for a while. */
  async round(): Promise<Round> {
    const { engine } = this
    const { state, clock, problems, save } = engine
    const pulled = await pull(engine)
    if (pulled === 'denied' || pulled === 'refused') return 'denied'
    if (pulled !== 'done') {
      await this.#countUnsent()
      return 'cut_off'
    }
    this.#forgetIntents()
    this.#takeSettings()
    const wish = engine.settings().deselected
    const whole = await this.#look()
    const begun = clock.now()
    state.trees.leftNames.forgetBefore(begun - RETAKE_MS)
    const drawn = plan(state.trees, state.unsettled)
    state.unsettled = drawn.unsettled
    for (const wait of drawn.waits) if (wait.wait === 'look') lookAgain(state, wait.link)
    problems.takePlan(drawn)
    const tally = tallyOf(drawn.ops, state.trees, drawn.waits)
    this.todo = { up: tally.up, down: tally.down }
    engine.transfers.expect(contentLeft(drawn.ops))
    this.brakes.take(engine, tally, this.#wholeScanAt)
    const mayChange = (op: Op) => this.brakes.mayGo(op) && !(isRemote(op) && engine.line.isPaused)
    const free = withoutUnreadFiles(state, drawn.ops).filter((op) => mayChange(op) && !problems.isHeld(op))
    const ops = withoutEarlyFolders(engine, free)
    if (ops.length > 0) {
      await execute(engine, ops, new Slice(engine, clock.now() - begun), this.#background)
      if (engine.line.broken === undefined || engine.line.broken === 'reset') return 'worked'
      return engine.line.broken === 'denied' ? 'denied' : 'cut_off'
    }
    await this.#putAwayTransfers()
    const mayHide = drawn.ops.length + drawn.waits.length + state.toRead.size + state.toNote.size === 0
    if (mayHide && !this.#isAsWished(wish)) {
      if (whole) state.deselect(new Set(wish))
      else this.lookEverywhere()
      await save()
      return 'worked'
    }
    await save()
    const { toRead, toScan, toNote } = state
    if (toRead.hasReadable(clock.now())) return 'worked'
    const hasToLook = toRead.size + toScan.size + toNote.size > 0
    if (hasToLook || drawn.waits.some(({ wait }) => wait === 'look')) return 'waits'
    if (this.brakes.wouldGo) return 'braked'
    if (this.brakes.isStepping) {
      if (this.brakes.isSettled(clock.now())) this.lookEverywhere()
      return 'waits'
    }
    if (drawn.ops.length > 0) return 'held'
    return whole ? 'quiet_whole' : 'quiet'
  }

  /** The next round looks at all of the disk. */
  lookEverywhere(): void {
    this.#wholeScanAt = Number.NEGATIVE_INFINITY
  }

  /** Nothing of it goes on afterwards. */
  async close(): Promise<void> {
    const { uploads, largeDownloads } = this.#background
    await Promise.allSettled([uploads.close(), largeDownloads.close()])
  }

  /** The log was read to its end: what it does not have about names that were given long ago, it never will. */
  #forgetIntents(): void {
    const { state, clock } = this.engine
    if (clock.now() - this.#names.at < FORGET_INTENTS_MS) return
    for (const { opId } of [...state.intents()])
      if (Number(opId.slice(opId.lastIndexOf(' ') + 1)) <= this.#names.upTo) state.dropIntent(opId)
    this.#names = { upTo: state.opCount, at: clock.now() }
  }

  #takeSettings(): void {
    const { state, settings } = this.engine
    const told = settings()
    if (told === this.#told) return
    this.#told = told
    const { readOnly, manualCollisions, excludedExtensions, maxFileSize } = told
    Object.assign(state.trees, { readOnly, manualCollisions, excludedExtensions, maxFileSize })
    state.unsettled = 'everything'
  }

  /**
   * Folders leave the view only when a look at everything that began after the wish has found nothing left to send: what was
   * done in them before is not forgotten with them.
   */
  #isAsWished(wish: ReadonlySet<EntryId>): boolean {
    const { deselected } = this.engine.state.trees.remote
    return wish.size === deselected.size && [...wish].every((id) => deselected.has(id))
  }

  async #look(): Promise<boolean> {
    const { state, disk, clock } = this.engine
    const hints = await disk.takeHints()
    const whole = hints.everywhere || clock.now() - this.#wholeScanAt >= WHOLE_SCAN_MS
    if (whole) this.#wholeScanAt = clock.now()
    await scan(this.engine, whole ? 'whole' : new Set([...state.toScan, ...hints.folders]))
    await takeRules(this.engine)
    return whole
  }

  /** Without the service nothing is planned: what it knows may be half of something. People see what waits for it. */
  async #countUnsent(): Promise<void> {
    const { state, save } = this.engine
    this.#takeSettings()
    await this.#look()
    this.todo = { ...this.todo, up: countUnsent(state.trees) + state.toRead.size }
    await save()
  }

  async #putAwayTransfers(): Promise<void> {
    const { uploads, largeDownloads } = this.#background
    uploads.tidy([])
    await largeDownloads.tidy(this.engine, [])
  }
}

/** What has to do with a file that was not read yet waits for that: it is something else than the plan knows. */
function withoutUnreadFiles({ toRead, toNote, toScan, unsure }: State, ops: readonly Op[]): readonly Op[] {
  if (toRead.size + toNote.size + unsure.size === 0) return ops
  const names = new Map<LocalId, ReadonlySet<string>>()
  const isTaken = (folder: LocalId, name: string): boolean => {
    const its = names.get(folder) ?? new Set(toRead.seenIn(folder).map(({ entry }) => nameKey(entry.rawName)))
    names.set(folder, its)
    return its.size > 0 && its.has(nameKey(name))
  }
  return ops.filter((op) => {
    if (op.op === 'make') return !toNote.has(op.folder) && !isTaken(op.folder, op.row.name)
    if (!('local' in op)) return true
    // Nothing is done to it on the disk before its next edit is sure to show: another name would give it another stamp.
    const isUnsure = !isRemote(op) && unsure.has(op.local.id)
    if (isUnsure) toScan.add(op.local.parentId)
    return !isUnsure && !toRead.has(op.local.id)
  })
}

/** Where a folder is missing too, the look is at the one that it was in. */
function lookAgain({ trees, toScan }: State, link: Link): void {
  if (!trees.missing.has(link.localId)) trees.missing.set(link.localId, 0)
  toScan.add(wayUp(trees, link).folder ?? TOP_LOCAL)
}
