import type { EntryId } from '@holdfast/api/ids'
import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import { countGoing, isBraked, type Side, type WouldGo } from '../core/brake.ts'
import { sideOf, type Tally } from '../core/tally.ts'
import type { Engine } from './state/engine.ts'

/** What goes in so long counts together: whoever deletes much takes a while, and is followed meanwhile. */
const TOGETHER_MS = 10 * MINUTE_MS

/** Holds what would take much away, until a person has looked. */
export class Brakes {
  /** What would go that nobody has allowed yet. */
  wouldGo: WouldGo | null = null
  #held: ReadonlySet<EntryId> = new Set()
  #allowed: ReadonlySet<EntryId> = new Set()
  /** What went without anyone being asked. */
  readonly #gone = new Map<EntryId, { readonly side: Side; readonly at: Instant }>()

  /** Whether a plan has to wait. If not, it counts as done. */
  holds({ state: { trees }, limits, clock }: Engine, { going, wouldGo }: Tally): boolean {
    const now = clock.now()
    const unasked = going.filter(({ link }) => !this.#allowed.has(link.rowId))
    if (unasked.length === going.length) this.#allowed = new Set()
    for (const [id, { at }] of this.#gone) if (now - at > TOGETHER_MS) this.#gone.delete(id)
    const together = new Map([...this.#gone].map(([id, { side }]) => [id, side]))
    for (const op of unasked) together.set(op.link.rowId, sideOf(op))
    const files = trees.links.files + [...this.#gone.keys()].filter((id) => !trees.links.ofRow(id)).length
    const isTooMuch = unasked.length > 0 && isBraked(countGoing(together.values()), files, limits.brakeFiles)
    this.wouldGo = isTooMuch ? wouldGo : null
    this.#held = new Set(isTooMuch ? going.map(({ link }) => link.rowId) : [])
    if (!isTooMuch) for (const op of unasked) this.#gone.set(op.link.rowId, { side: sideOf(op), at: now })
    return isTooMuch
  }

  /** What is held may go, and nothing else. */
  release(): void {
    this.#allowed = this.#held
    this.#gone.clear()
  }
}
