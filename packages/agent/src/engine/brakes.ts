import type { EntryId } from '@holdfast/api/ids'
import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import { brakedSides, countGoing, type Side, stepOf, type WouldGo } from '../core/brake.ts'
import type { Link } from '../core/links.ts'
import type { Op } from '../core/ops.ts'
import { type Going, sideOf, type Tally } from '../core/tally.ts'
import { isDecidedThere } from './decided-there.ts'
import type { Engine } from './state/engine.ts'

/** What goes in so long counts together: deleting much takes a while, and is followed meanwhile. */
const TOGETHER_MS = 10 * MINUTE_MS
/** When nothing more has gone for so long, the deletion is over. */
const SETTLED_MS = MINUTE_MS / 2

/** One file that goes, or a content of it. Without an operation it is gone from the disk, and nothing follows from that yet. */
interface Leaving {
  readonly link: Link
  readonly side: Side
  readonly isRemoval: boolean
  readonly op: Going | undefined
}

/** What someone has allowed: what was held then, and what followed without a pause. */
interface Allowed {
  readonly ids: Set<EntryId>
  lastAt: Instant
}

/**
 * Holds what would take much away, until a person has looked. It counts what is gone, not what is planned at the moment. Until
 * it is known how much that is, only a part is removed on the other side.
 */
export class Brakes {
  /** How many files would go from the sides that are held, while they are. */
  wouldGo: WouldGo | null = null
  /** Whether removals wait until it is known how much is gone. */
  isStepping = false
  #held: ReadonlySet<EntryId> = new Set()
  #leaving: readonly Leaving[] = []
  readonly #allowed = new Map<Side, Allowed>()
  /** What went without anyone being asked. */
  readonly #gone = new Map<
    EntryId,
    { readonly side: Side; readonly at: Instant; readonly isRemoval: boolean }
  >()
  /** What has begun to go, and since when nothing more has. */
  readonly #known: Record<Side, Set<EntryId>> = { here: new Set(), there: new Set() }
  readonly #grownAt: Record<Side, Instant> = { here: 0, there: 0 }

  /** Weighs a plan. `lookedAt`: when the last look at all of the disk began. */
  take(engine: Engine, tally: Tally, lookedAt: Instant): void {
    const { state, limits, clock } = engine
    const now = clock.now()
    const leaving = leavingIn(tally)
    this.#follow(leaving, now)
    for (const [id, { at }] of this.#gone) if (now - at > TOGETHER_MS) this.#gone.delete(id)
    if (!leaving.some(({ side }) => side === 'here')) state.decidedThere.clear()
    const unasked = leaving.filter((one) => !this.#isAllowed(one) && !isDecidedThere(state, one.op))
    const together = new Map([...this.#gone].map(([id, { side }]) => [id, side]))
    for (const { link, side } of unasked) together.set(link.rowId, side)
    const { links } = state.trees
    const files = links.files + [...this.#gone.keys()].filter((id) => !links.ofRow(id)).length
    const isTooMuch = brakedSides(countGoing(together.values()), files, limits.brakeFiles)
    const held = unasked.filter(({ side }) => isTooMuch.includes(side))
    const free = unasked.filter(({ side }) => !isTooMuch.includes(side))
    const early = this.#beyondStep(free, stepOf(files, limits.brakeFiles), now, lookedAt)
    this.wouldGo = held.length > 0 ? countGoing(held.map(({ side }) => side)) : null
    this.isStepping = early.length > 0
    this.#leaving = held
    this.#held = new Set([...held, ...early].map(({ link }) => link.rowId))
    for (const { link, side, isRemoval, op } of free)
      if (op && !this.#held.has(link.rowId)) this.#gone.set(link.rowId, { side, at: now, isRemoval })
    state.isConfirmed = this.#allowed.has('there')
  }

  /** What is new, moved or removed elsewhere does not wait. */
  mayGo(op: Op): boolean {
    const takesAway = op.op === 'remove' || op.op === 'replace' || op.op === 'delete' || op.op === 'send'
    return !takesAway || !this.#held.has(op.link.rowId)
  }

  /** Whether the deletion is over: then a look at everything says how much is gone. */
  isSettled(now: Instant): boolean {
    return now - Math.max(this.#grownAt.here, this.#grownAt.there) >= SETTLED_MS
  }

  /** What is held may go, with what follows at once, and nothing else. */
  release(): void {
    for (const { link, side } of this.#leaving) {
      const allowed = this.#allowed.get(side) ?? { ids: new Set(), lastAt: this.#grownAt[side] }
      allowed.ids.add(link.rowId)
      this.#allowed.set(side, allowed)
    }
    for (const [id, { side }] of this.#gone) if (this.#allowed.has(side)) this.#gone.delete(id)
    this.#letGo()
  }

  /** What is gone from one side comes back from the other: there is nothing left that says that it was here. */
  bringBack({ state: { trees } }: Engine): void {
    for (const { link, isRemoval } of this.#leaving) {
      if (!isRemoval) continue
      trees.missing.delete(link.localId)
      trees.links.drop(link.rowId)
    }
    this.#letGo()
  }

  #letGo(): void {
    this.wouldGo = null
    this.#held = new Set()
    this.#leaving = []
  }

  /** Notes what is new among what goes. Where nothing goes any more, it is over. */
  #follow(leaving: readonly Leaving[], now: Instant): void {
    for (const side of ['here', 'there'] as const) {
      const its = leaving.filter((one) => one.side === side)
      const known = this.#known[side]
      if (its.length === 0) {
        known.clear()
        this.#allowed.delete(side)
      }
      for (const { link } of its) {
        if (known.has(link.rowId)) continue
        known.add(link.rowId)
        this.#allow(side, link.rowId, now)
        this.#grownAt[side] = now
      }
    }
  }

  #allow(side: Side, id: EntryId, now: Instant): void {
    const allowed = this.#allowed.get(side)
    if (!allowed || now - allowed.lastAt > SETTLED_MS) return
    allowed.ids.add(id)
    allowed.lastAt = now
  }

  #isAllowed({ link, side }: Leaving): boolean {
    return this.#allowed.get(side)?.ids.has(link.rowId) ?? false
  }

  /** Removals that are more than may go before it is known how many there are. */
  #beyondStep(free: readonly Leaving[], step: number, now: Instant, lookedAt: Instant): Leaving[] {
    const early: Leaving[] = []
    for (const side of ['here', 'there'] as const) {
      const settledAt = this.#grownAt[side] + SETTLED_MS
      if (now >= settledAt && (side === 'here' || lookedAt >= settledAt)) continue
      let room = step - [...this.#gone.values()].filter((one) => one.side === side && one.isRemoval).length
      for (const one of free) {
        if (one.side !== side || !one.isRemoval || !one.op || this.#gone.has(one.link.rowId)) continue
        if (room-- <= 0) early.push(one)
      }
    }
    return early
  }
}

const leavingIn = ({ going, missing }: Tally): Leaving[] => [
  ...going.map((op) => ({
    link: op.link,
    side: sideOf(op),
    isRemoval: op.op === 'remove' || op.op === 'delete',
    op,
  })),
  ...missing.map((link) => ({ link, side: 'there' as const, isRemoval: true, op: undefined })),
]
