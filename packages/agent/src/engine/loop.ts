import type { EntryId } from '@holdfast/api/ids'
import { HOUR_MS, type Instant } from '@holdfast/api/time'
import { countGoing, isBraked, type WouldGo } from '../core/brake.ts'
import type { Link } from '../core/links.ts'
import { isRemote, type Op } from '../core/ops.ts'
import { plan } from '../core/plan.ts'
import type { Engine, Ports, Settings } from './engine.ts'
import { changeDisk } from './execute/change-disk.ts'
import { changeServer } from './execute/change-server.ts'
import { pull } from './pull.ts'
import { recover } from './recover.ts'
import { scan } from './scan.ts'
import { State, save } from './state.ts'

/** So many operations are done before all is looked at again. */
const OPS_PER_ROUND = 3
/** Hints can be lost, so now and then everything is looked at. */
const WHOLE_SCAN_MS = HOUR_MS

/** What a round came to. */
export type Round =
  /** The service cannot be asked. */
  | 'cut_off'
  /** The service does not let us. Nothing follows from that about any file. */
  | 'denied'
  | 'worked'
  /** Something has to be looked at once more, in a while. */
  | 'waits'
  /** There was nothing to do; `whole` if all of the disk was looked at for that. */
  | 'quiet'
  | 'quiet_whole'
  /** So much would go that a person has to look first. */
  | 'braked'

/** One life of an agent for one root: from its start to a crash, or until the disk is gone. */
export class Session {
  readonly engine: Engine
  /** How many changes the newest plan has. */
  todo = { up: 0, down: 0 }
  /** What a plan would take away that nobody has allowed yet. */
  wouldGo: WouldGo | null = null
  #allowed: WouldGo | null = null
  #wholeScanAt: Instant

  private constructor(engine: Engine) {
    this.engine = engine
    this.#wholeScanAt = engine.clock.now()
  }

  /** What was left half done is settled before anything else. */
  static async begin(ports: Ports, settings: () => Settings): Promise<Session> {
    await ports.disk.check()
    const state = new State(await ports.store.load())
    const engine: Engine = { ...ports, state, settings }
    const session = new Session(engine)
    await scan(engine, 'whole')
    await recover(engine)
    return session
  }

  /** Pulls, looks, plans, and does a few things. */
  async round(): Promise<Round> {
    const { engine } = this
    const { state, store } = engine
    const pulled = await pull(engine)
    if (pulled !== 'done') return pulled === 'denied' ? 'denied' : 'cut_off'
    this.#takeSettings()
    const wish = engine.settings().deselected
    const whole = await this.#look()
    const drawn = plan(state.trees, state.unsettled)
    state.unsettled = drawn.unsettled
    for (const wait of drawn.waits) if (wait.wait === 'look') lookAgain(state, wait.link)
    const up = drawn.ops.filter(isRemote).length
    this.todo = { up, down: drawn.ops.length - up }
    if (this.#brakes(drawn.ops)) return 'braked'
    if (drawn.ops.length > 0) {
      await this.#execute(drawn.ops)
      return 'worked'
    }
    if (drawn.waits.length === 0 && this.#select(wish)) {
      await save(state, store)
      return 'worked'
    }
    await save(state, store)
    if (drawn.waits.some(({ wait }) => wait === 'look')) return 'waits'
    return whole ? 'quiet_whole' : 'quiet'
  }

  /** The next round looks at all of the disk. */
  lookEverywhere(): void {
    this.#wholeScanAt = Number.NEGATIVE_INFINITY
  }

  /** What the brake holds may go: as much as it was, and no more. */
  confirm(): void {
    this.#allowed = this.wouldGo
  }

  #brakes(ops: readonly Op[]): boolean {
    const going = countGoing(ops, this.engine.state.trees)
    const allowed = this.#allowed
    this.wouldGo = null
    this.#allowed = null
    if (!isBraked(going, this.engine.state.trees.links.size)) return false
    if (allowed && going.here <= allowed.here && going.there <= allowed.there) {
      this.#allowed = going
      return false
    }
    this.wouldGo = going
    return true
  }

  #takeSettings(): void {
    const { state, settings } = this.engine
    const { readOnly } = settings()
    if (state.trees.readOnly === readOnly) return
    state.trees.readOnly = readOnly
    state.unsettled = 'everything'
  }

  /**
   * Folders leave the view only when a look that began after the wish has found nothing left to send: what was done in them
   * before is not forgotten with them. False where all is as wished.
   */
  #select(wish: ReadonlySet<EntryId>): boolean {
    const { state } = this.engine
    const { deselected } = state.trees.remote
    if (wish.size === deselected.size && [...wish].every((id) => deselected.has(id))) return false
    state.deselect(new Set(wish))
    return true
  }

  async #look(): Promise<boolean> {
    const { state, disk, clock } = this.engine
    const hints = await disk.takeHints()
    const whole = hints.everywhere || clock.now() - this.#wholeScanAt >= WHOLE_SCAN_MS
    if (whole) this.#wholeScanAt = clock.now()
    await scan(this.engine, whole ? 'whole' : new Set([...state.toScan, ...hints.folders]))
    return whole
  }

  async #execute(ops: readonly Op[]): Promise<void> {
    const { engine } = this
    const chosen: Op[] = []
    const left = [...ops]
    while (left.length > 0 && chosen.length < OPS_PER_ROUND)
      chosen.push(...left.splice(engine.random.below(left.length), 1))
    await changeServer(engine, chosen.filter(isRemote))
    for (const op of chosen) if (!isRemote(op)) await changeDisk(engine, op)
  }
}

function lookAgain({ trees: { missing }, toScan }: State, { localId, localParent }: Link): void {
  if (!missing.has(localId)) missing.set(localId, 0)
  toScan.add(localParent)
}
