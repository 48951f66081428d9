import type { RootId } from '@holdfast/api/ids'
import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Topic } from '../../platform/db/database.ts'
import { logFailure } from '../../platform/outage.ts'
import { DelayedWriting } from '../../records/activity/delayed-writing.ts'
import type { Culprit } from '../../records/brakes.ts'
import { findRoot } from '../../records/roots.ts'
import { considerBrake } from './consider-brake.ts'
import { countTaken, seqBefore, type Taken } from './queries.ts'
import { FEWEST } from './tally.ts'

/** In so much time what was done counts together. */
export const WINDOW_MS = 10 * MINUTE_MS
/** News of so long are looked at together. */
const LOOK_MS = 2000
/** What comes in the meantime is looked at together, unless it is much. */
const CLOSE_LOOK_MS = 10_000
/** Roots that are remembered. What is not can be read again. */
const MOST_ROOTS = 5000

/** How much one took from a root lately, in portions, and what of it has not been looked at closely. */
interface Portions {
  culprit: Culprit
  taken: { at: Instant; changes: number }[]
  news: number
  folders: number
  lookedAt: Instant
}
interface Watched {
  seq: number
  culprits: Map<string, Portions>
}

/**
 * Notices devices and sign-ins that take far more from a root than usual. It hears, as everybody does, in which roots there
 * was a change, and reads in their logs what is new: once each, a moment later, so that writing costs nothing more. Where
 * there were enough changes it looks closely. All servers do so, since each hears the same and any may end; the database
 * has one of them say it (ADR 0052).
 */
export class BrakeWatch {
  readonly #ctx: Ctx
  readonly #heard = new Set<RootId>()
  /** The one that was looked at last comes last. */
  readonly #watched = new Map<RootId, Watched>()
  readonly #looking = new DelayedWriting(LOOK_MS, () => this.#look())
  #isUrgent = false

  constructor(ctx: Ctx) {
    this.#ctx = ctx
  }

  hear(topics: readonly Topic[] | 'anything'): void {
    if (topics === 'anything') for (const id of this.#watched.keys()) this.#heard.add(id)
    else for (const topic of topics) if (topic[0] === 'r') this.#heard.add(Number(topic.slice(1)) as RootId)
    if (this.#heard.size > 0) this.#looking.later()
  }

  /** Resolves when all that was heard so far has been looked at. */
  flush(): Promise<void> {
    this.#isUrgent = true
    return this.#looking.now()
  }

  close(): Promise<void> {
    return this.#looking.close()
  }

  async #look(): Promise<void> {
    const roots = [...this.#heard]
    const isUrgent = this.#isUrgent || this.#looking.closed
    this.#heard.clear()
    this.#isUrgent = false
    for (const id of roots)
      try {
        await this.#lookAt(id, isUrgent)
      } catch (error) {
        logFailure(this.#ctx.log, error, 'what devices change could not be looked at')
      }
    if (this.#heard.size > 0) this.#looking.later()
  }

  async #lookAt(id: RootId, isUrgent: boolean): Promise<void> {
    const { db } = this.#ctx
    const root = await findRoot(db.read, id)
    if (!root || root.deleted_at !== null) return void this.#watched.delete(id)
    const now = this.#ctx.now()
    const known = this.#watched.get(id)
    const after = known?.seq ?? (await seqBefore(db.read, id, now - WINDOW_MS))
    const watched: Watched = { seq: root.seq, culprits: known?.culprits ?? new Map() }
    for (const taken of await countTaken(db.read, id, { after, upTo: root.seq })) add(watched, taken, now)
    this.#remember(id, watched)
    for (const [key, portions] of watched.culprits) {
      const sum = sumSince(portions, now - WINDOW_MS)
      if (sum === 0) watched.culprits.delete(key)
      // A folder that is deleted is one change, whatever is in it.
      if (portions.news === 0 || (sum < FEWEST && portions.folders === 0)) continue
      const isMuch = portions.news >= Math.max(FEWEST, sum / 8)
      if (isUrgent || isMuch || Math.abs(now - portions.lookedAt) >= CLOSE_LOOK_MS) {
        await considerBrake(this.#ctx, root, portions.culprit, now - WINDOW_MS)
        // If that fails, the next change is reason enough to look again.
        Object.assign(portions, { news: 0, folders: 0, lookedAt: now })
      } else this.#heard.add(id)
    }
  }

  #remember(id: RootId, watched: Watched): void {
    this.#watched.delete(id)
    this.#watched.set(id, watched)
    const [oldest] = this.#watched.keys()
    if (this.#watched.size > MOST_ROOTS && oldest !== undefined) this.#watched.delete(oldest)
  }
}

function add({ culprits }: Watched, { changes, folders, ...culprit }: Taken, at: Instant): void {
  const key = `${culprit.machine_id} ${culprit.session_id}`
  const portions = culprits.get(key) ?? { culprit, taken: [], news: 0, folders: 0, lookedAt: 0 }
  culprits.set(key, portions)
  portions.taken.push({ at, changes: Number(changes) })
  portions.news += Number(changes)
  portions.folders += Number(folders)
}

/** What is older is forgotten. */
function sumSince(portions: Portions, since: Instant): number {
  portions.taken = portions.taken.filter(({ at }) => at >= since)
  return portions.taken.reduce((sum, { changes }) => sum + changes, 0)
}
