import { createHmac } from 'node:crypto'
import type { AuthSourceId, PersonId } from '@holdfast/api/ids'
import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import { isToCome } from '../../platform/basics/clock-jumps.ts'
import type { Ctx } from '../../platform/context.ts'

const KEPT_MS = 5 * MINUTE_MS
const MOST = 10_000

/** Whose pair it is, and what of the account must still be so for it to count. */
export interface Right {
  personId: PersonId
  changedAt: Instant | null
  source: AuthSourceId | null
}

/**
 * Which names and passwords were found right or wrong lately, by a key that no other process has: programs send them with
 * each request, and checking one takes as long as a hash. What was right counts only as long as the account is as it was,
 * which is read each time.
 */
class RememberedPairs {
  readonly #key: Buffer
  readonly #right = new Map<string, Right & { until: Instant }>()
  readonly #wrong = new Map<string, { state: string; until: Instant }>()

  constructor(key: Buffer) {
    this.#key = key
  }

  keyOf(...texts: string[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(texts)).digest('base64')
  }

  right(pair: string, now: Instant): Right | undefined {
    const known = this.#right.get(pair)
    return known && isToCome(known.until, now, KEPT_MS) ? known : undefined
  }

  /** `state` is what the account was like. */
  isWrong(pair: string, state: string, now: Instant): boolean {
    const known = this.#wrong.get(pair)
    return known !== undefined && known.state === state && isToCome(known.until, now, KEPT_MS)
  }

  noteRight(pair: string, right: Right, now: Instant): void {
    keep(this.#right, pair, { ...right, until: now + KEPT_MS })
  }

  noteWrong(pair: string, state: string, now: Instant): void {
    keep(this.#wrong, pair, { state, until: now + KEPT_MS })
  }

  forget(pair: string): void {
    this.#right.delete(pair)
  }
}

/** The one that was noted first goes first. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= MOST) break
    map.delete(oldest)
  }
}

const remembered = new WeakMap<object, RememberedPairs>()

/** Those of this process, by its database. */
export function rememberedPairs({ db, random }: Pick<Ctx, 'db' | 'random'>): RememberedPairs {
  const known = remembered.get(db) ?? new RememberedPairs(random(32))
  remembered.set(db, known)
  return known
}
