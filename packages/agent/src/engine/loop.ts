import type { EntryId } from '@holdfast/api/ids'
import { HOUR_MS, type Instant } from '@holdfast/api/time'
import { isBraked } from '../core/brake.ts'
import type { Link } from '../core/links.ts'
import { isRemote, type Op, type Plan } from '../core/ops.ts'
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
const PAUSE_MS = 5000
/** Hints can be lost, so now and then everything is looked at. */
const WHOLE_SCAN_MS = HOUR_MS

/** What a round came to. */
export type Round =
  /** The service cannot be asked, or does not let us. Nothing was planned. */
  | 'cut_off'
  | 'worked'
  /** There was nothing to do; `whole` if all of the disk was looked at for that. */
  | 'quiet'
  | 'quiet_whole'
  /** So much would go that a person has to look first. */
  | 'braked'

/** One life of an agent for one root: from its start to a crash, or until the disk is gone. */
export class Session {
  readonly engine: Engine
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
    const { state, clock, store } = engine
    if ((await pull(engine)) !== 'done') {
      await clock.pause(PAUSE_MS)
      return 'cut_off'
    }
    this.#takeSettings()
    const wish = engine.settings().deselected
    const whole = await this.#look()
    const drawn = plan(state.trees, state.unsettled)
    state.unsettled = drawn.unsettled
    for (const wait of drawn.waits) if (wait.wait === 'look') lookAgain(state, wait.link)
    if (isBraked(drawn.ops, state.trees.links.size)) return 'braked'
    if (drawn.ops.length > 0) {
      await this.#execute(drawn)
      return 'worked'
    }
    if (drawn.waits.length === 0 && this.#select(wish)) {
      await save(state, store)
      return 'worked'
    }
    await save(state, store)
    await clock.pause(PAUSE_MS)
    if (drawn.waits.some(({ wait }) => wait === 'look')) return 'worked'
    return whole ? 'quiet_whole' : 'quiet'
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

  async #execute({ ops }: Plan): Promise<void> {
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
