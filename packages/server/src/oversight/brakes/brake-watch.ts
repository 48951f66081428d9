import type { RootId } from '@holdfast/api/ids'
import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import { logFailure } from '../../platform/basics/outage.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Topic } from '../../platform/db/database.ts'
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
/** Roots and devices that are remembered. What is not can be read again. */
const MOST_ROOTS = 5000
const MOST_DOERS = 5000
/** Of those in which a device was at work, so many are looked at together, the ones with most changes. */
const MOST_TOGETHER = 100

/** How much one took from roots lately, in portions, and what of it has not been looked at closely. */
interface Doer {
  culprit: Culprit
  taken: { at: Instant; root: RootId; changes: number }[]
  news: number
  folders: number
  lookedAt: Instant
}

/**
 * Notices devices and sign-ins that take far more from roots than usual. It hears, as everybody does, in which roots there
 * was a change, and reads in their logs what is new: once each, a moment later, so that writing costs nothing more. Where
 * one has made enough changes, in whatever roots, it looks closely. All servers do so, since each hears the same and any
 * may end; the database has one of them say it (ADR 0052).
 */
export class BrakeWatch {
  readonly #ctx: Ctx
  readonly #heard = new Set<RootId>()
  /** Up to where logs were read. The one that was read last comes last. */
  readonly #read = new Map<RootId, number>()
  /** The one that did something last comes last. */
  readonly #doers = new Map<string, Doer>()
  /** Those who did something that was not looked at closely. */
  readonly #busy = new Set<Doer>()
  readonly #looking = new DelayedWriting(LOOK_MS, () => this.#look())
  #isUrgent = false

  constructor(ctx: Ctx) {
    this.#ctx = ctx
  }

  hear(topics: readonly Topic[] | 'anything'): void {
    if (topics === 'anything') for (const id of this.#read.keys()) this.#heard.add(id)
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
    for (const id of roots) await this.#trying(() => this.#readLog(id))
    for (const doer of [...this.#busy]) await this.#trying(() => this.#lookClosely(doer, isUrgent))
    this.#forget()
    if (this.#heard.size > 0 || this.#busy.size > 0) this.#looking.later()
  }

  async #trying(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      logFailure(this.#ctx.log, error, 'what devices change could not be looked at')
    }
  }

  async #readLog(id: RootId): Promise<void> {
    const { db } = this.#ctx
    const root = await findRoot(db.read, id)
    const known = this.#read.get(id)
    this.#read.delete(id)
    if (!root || root.deleted_at !== null) return
    const now = this.#ctx.now()
    const after = known ?? (await seqBefore(db.read, id, now - WINDOW_MS))
    for (const taken of await countTaken(db.read, id, { after, upTo: root.seq })) this.#add(id, taken, now)
    this.#read.set(id, root.seq)
  }

  #add(root: RootId, { changes, folders, ...culprit }: Taken, at: Instant): void {
    const key = `${culprit.machine_id} ${culprit.session_id}`
    const doer = this.#doers.get(key) ?? { culprit, taken: [], news: 0, folders: 0, lookedAt: 0 }
    this.#doers.delete(key)
    this.#doers.set(key, doer)
    doer.taken.push({ at, root, changes: Number(changes) })
    doer.news += Number(changes)
    doer.folders += Number(folders)
    this.#busy.add(doer)
  }

  async #lookClosely(doer: Doer, isUrgent: boolean): Promise<void> {
    const now = this.#ctx.now()
    const since = now - WINDOW_MS
    // If looking fails, the next change is reason enough to look again.
    this.#busy.delete(doer)
    doer.taken = doer.taken.filter(({ at }) => at >= since)
    const sum = doer.taken.reduce((all, { changes }) => all + changes, 0)
    // A folder that is deleted is one change, whatever is in it.
    if (sum < FEWEST && doer.folders === 0) return
    const isMuch = doer.news >= Math.max(FEWEST, sum / 8)
    if (!isUrgent && !isMuch && Math.abs(now - doer.lookedAt) < CLOSE_LOOK_MS) {
      this.#busy.add(doer)
      return
    }
    await considerBrake(this.#ctx, doer.culprit, rootsOf(doer), since)
    Object.assign(doer, { news: 0, folders: 0, lookedAt: now })
  }

  #forget(): void {
    const since = this.#ctx.now() - WINDOW_MS
    for (const [key, doer] of this.#doers) {
      if (this.#doers.size <= MOST_DOERS && (doer.taken.at(-1)?.at ?? 0) >= since) break
      this.#doers.delete(key)
      this.#busy.delete(doer)
    }
    for (const id of this.#read.keys()) {
      if (this.#read.size <= MOST_ROOTS) break
      this.#read.delete(id)
    }
  }
}

function rootsOf({ taken }: Doer): RootId[] {
  const sums = new Map<RootId, number>()
  for (const { root, changes } of taken) sums.set(root, (sums.get(root) ?? 0) + changes)
  return [...sums]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_TOGETHER)
    .map(([root]) => root)
}
