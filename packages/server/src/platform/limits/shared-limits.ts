import { createHash } from 'node:crypto'
import type { Instant } from '@holdfast/api/time'
import { busy } from '../../errors.ts'
import { isToCome } from '../basics/clock-jumps.ts'
import { isPassing } from '../basics/outage.ts'
import type { Database, Tx } from '../db/database.ts'
import { deleteEnded, findEnd, giveBack, takeShare } from './queries.ts'

/** So many of something within a time, which begins with the first of them. */
export interface Limit {
  most: number
  ms: number
}

export interface NamedLimit extends Limit {
  name: string
}

/** The place of what is full among those that were asked for. */
export interface Full {
  place: number
  until: Instant
}

/** What a process has in hand of a limit: `left` of them may pass before it asks again. */
interface Held {
  most: number
  left: number
  full: boolean
  ends: Instant
}

/** A tenth of a limit is taken at once, so that most requests cost no statement. */
const SHARES = 10
/** Far more than ask within a minute. Beyond it those are forgotten whose time is over, or all. */
const MOST_HELD = 10_000
/** Strangers who share one of these share a limit: no number of them makes more rows than this. */
const STRANGERS = 2 ** 20

/** Limits that hold for the whole service, however many processes it has: the database counts. */
export class SharedLimits {
  readonly #db: Database
  readonly #now: () => Instant
  readonly #held = new Map<string, Held>()
  /** Those asking the database for a share, by name: others wait for the same one. */
  readonly #asking = new Map<string, Promise<Held>>()

  constructor(db: Database, now: () => Instant) {
    this.#db = db
    this.#now = now
  }

  /** Counts a request. The seconds after which there is room, where it is one too many and not counted. */
  async take(name: string, limit: Limit): Promise<number | undefined> {
    for (;;) {
      const held = this.#valid(name, limit) ?? (await this.#share(name, limit))
      if (held.left > 0) {
        held.left--
        return undefined
      }
      if (held.full) return secondsUntil(held.ends, this.#now())
      this.#held.delete(name)
    }
  }

  /**
   * Looks for something that can be guessed at, and counts misses. Callers who have missed too often do not learn about the
   * rest either. That costs nothing for those who do not miss: each process learns by one miss who has missed too often.
   */
  async countingMisses<T>(
    { name, refusal, ...limit }: NamedLimit & { refusal: string },
    isMiss: (error: unknown) => boolean | Promise<boolean>,
    look: () => Promise<T>,
  ): Promise<T> {
    const held = this.#valid(name, limit)
    if (held?.full) busy(refusal, secondsUntil(held.ends, this.#now()))
    try {
      return await look()
    } catch (error) {
      if (await isMiss(error)) await this.#countMiss(name, limit)
      throw error
    }
  }

  async #countMiss(name: string, { most, ms }: Limit): Promise<void> {
    const now = this.#now()
    const one = { name, share: 1, most: Number.MAX_SAFE_INTEGER, ms, now }
    const counted = await this.#db.write((tx) => takeShare(tx, one))
    if (counted && counted.taken >= most)
      this.#hold(name, { most, left: 0, full: true, ends: counted.ends_at })
  }

  /**
   * Looks at something that may turn out to be wrong. It is counted before the look and taken back if it was right, so
   * that many at once are no way around the limit and those who are right do not use it up.
   */
  async trying<T>(name: string, limit: Limit, refusal: string, look: () => Promise<T>): Promise<T> {
    await this.#db.write((tx) => this.takeIn(tx, name, limit, refusal))
    const back = () => this.#db.write((tx) => this.giveBackIn(tx, name))
    try {
      const result = await look()
      await back()
      return result
    } catch (error) {
      if (isPassing(error)) await back()
      throw error
    }
  }

  /** Counts one in a transaction that counts more than this; refuses where it is one too many. */
  async takeIn(tx: Tx, name: string, { most, ms }: Limit, refusal: string): Promise<void> {
    const now = this.#now()
    if (await takeShare(tx, { name, share: 1, most, ms, now })) return
    busy(refusal, secondsUntil((await findEnd(tx, name)) ?? now, now))
  }

  /** Counts one under each name, or under none: then it tells which is full, and until when. All name them in one order. */
  async takeAllIn(tx: Tx, wanted: readonly NamedLimit[]): Promise<Full | undefined> {
    const now = this.#now()
    for (const [place, { name, most, ms }] of wanted.entries()) {
      if (await takeShare(tx, { name, share: 1, most, ms, now })) continue
      for (const taken of wanted.slice(0, place)) await giveBack(tx, taken.name, now)
      return { place, until: (await findEnd(tx, name)) ?? now }
    }
    return undefined
  }

  giveBackIn(tx: Tx, name: string): Promise<void> {
    return giveBack(tx, name, this.#now())
  }

  /** Forgets what is over. */
  async clear(): Promise<void> {
    await this.#db.write((tx) => deleteEnded(tx, this.#now()))
  }

  #valid(name: string, { most, ms }: Limit): Held | undefined {
    const held = this.#held.get(name)
    return held?.most === most && isToCome(held.ends, this.#now(), ms) ? held : undefined
  }

  #share(name: string, limit: Limit): Promise<Held> {
    const asked = this.#asking.get(name)
    if (asked) return asked
    const asking = this.#ask(name, limit).finally(() => this.#asking.delete(name))
    this.#asking.set(name, asking)
    return asking
  }

  async #ask(name: string, { most, ms }: Limit): Promise<Held> {
    const now = this.#now()
    const share = Math.max(1, Math.floor(most / SHARES))
    const held = await this.#db.write(async (tx): Promise<Held> => {
      // Less than a share may be left: then each of the last ones is asked for.
      for (const part of share > 1 ? [share, 1] : [1]) {
        const counted = await takeShare(tx, { name, share: part, most, ms, now })
        if (counted) return { most, left: part, full: false, ends: counted.ends_at }
      }
      return { most, left: 0, full: true, ends: (await findEnd(tx, name)) ?? now }
    })
    this.#hold(name, held)
    return held
  }

  #hold(name: string, held: Held): void {
    if (this.#held.size >= MOST_HELD) {
      const now = this.#now()
      for (const [other, { ends }] of this.#held) if (ends <= now) this.#held.delete(other)
      if (this.#held.size >= MOST_HELD) this.#held.clear()
    }
    this.#held.set(name, held)
  }
}

/** The name under which strangers are counted, of whom there may be any number. */
export function strangerName(kind: string, who: string): string {
  const place = createHash('sha256').update(who).digest().readUInt32BE() % STRANGERS
  return `${kind} of stranger ${place}`
}

const secondsUntil = (end: Instant, now: Instant): number => Math.max(1, Math.ceil((end - now) / 1000))
