import { ApiClientError } from '@holdfast/api/client'
import type { EntryId } from '@holdfast/api/ids'
import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import type { LockCalls } from '../ports/locks.ts'

/** So long a lock outlives an agent that died. */
const LOCK_MINUTES = 60
const RENEW_MS = (LOCK_MINUTES / 2) * MINUTE_MS
/** The clocks of device and service may differ. */
const ABOUT_MS = 5 * MINUTE_MS
const ASK_AGAIN_MS = 5 * MINUTE_MS
/** Anyone who ends the agent does not wait for a service that says nothing. */
const GIVE_BACK_MS = 3000

/** Locks files on the service while programs of this device have them open. Where it may not, all goes on without a lock. */
export class OwnLocks {
  readonly #calls: LockCalls
  readonly #now: () => Instant
  /** What is locked, and since when. */
  readonly #held = new Map<EntryId, Instant>()
  /** What could not be locked, and when that is tried again. */
  readonly #refused = new Map<EntryId, Instant>()

  constructor(calls: LockCalls, now: () => Instant) {
    this.#calls = calls
    this.#now = now
  }

  /** Something has happened to a lock. */
  heard(id: EntryId, isLocked: boolean): void {
    this.#refused.delete(id)
    if (!isLocked) this.#held.delete(id)
  }

  /** A lock is given back when what was written under it is sent. */
  async tend(open: ReadonlySet<EntryId>, isSent: (id: EntryId) => boolean): Promise<void> {
    const now = this.#now()
    for (const id of open) {
      const since = this.#held.get(id)
      if ((since !== undefined && now - since < RENEW_MS) || (this.#refused.get(id) ?? 0) > now) continue
      if (await this.#take(id)) this.#held.set(id, now)
      else this.#refused.set(id, now + ASK_AGAIN_MS)
    }
    for (const id of this.#refused.keys()) if (!open.has(id)) this.#refused.delete(id)
    for (const id of [...this.#held.keys()]) if (!open.has(id) && isSent(id)) await this.#giveBack(id)
  }

  async giveBackAll(): Promise<void> {
    const all = Promise.allSettled([...this.#held.keys()].map((id) => this.#giveBack(id)))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, GIVE_BACK_MS)
    })
    await Promise.race([all, late])
    clearTimeout(timer)
  }

  async #take(id: EntryId): Promise<boolean> {
    try {
      if (!this.#held.has(id) && !(await this.#mayTake(id))) return false
      await this.#calls.lockFile(id, LOCK_MINUTES)
      return true
    } catch (error) {
      this.#held.delete(id)
      if (isRefusal(error)) return false
      throw error
    }
  }

  /** A lock of someone else stays, and so does one by hand of the same person, which lasts longer than ours. */
  async #mayTake(id: EntryId): Promise<boolean> {
    const lock = (await this.#calls.listLocks([id])).get(id)
    if (!lock) return true
    const isLikeOurs = lock.until !== null && lock.until - this.#now() <= LOCK_MINUTES * MINUTE_MS + ABOUT_MS
    return isLikeOurs && lock.personId === (await this.#calls.getOwnId())
  }

  async #giveBack(id: EntryId): Promise<void> {
    this.#held.delete(id)
    try {
      await this.#calls.unlockFile(id)
    } catch (error) {
      // Someone else has ended it, or the file is gone. Otherwise it ends by itself.
      if (!isRefusal(error)) throw error
    }
  }
}

const isRefusal = (error: unknown): boolean => error instanceof ApiClientError && error.status < 500
