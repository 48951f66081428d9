import { MINUTE_MS } from '@holdfast/api/time'
import { ApiError, noSuch } from '../errors.ts'
import type { Ctx } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import type { Limit } from '../platform/limits/shared-limits.ts'
import { callerKey, type Principal } from '../platform/principal.ts'
import { findPersonByEmail } from '../records/people.ts'
import { administers } from './administration.ts'

/** In a minute, of one caller: more than people mistype, and what scripts look up before they add it. */
const MISSES: Limit = { most: 100, ms: MINUTE_MS }
const REFUSAL = 'Too many requests for email addresses that do not exist. Try again in a minute.'

/** Looks up what can be guessed at, and counts misses. */
export async function countingMisses<T>(
  { limits }: Pick<Ctx, 'limits'>,
  who: Principal,
  isMiss: (error: unknown) => boolean | Promise<boolean>,
  look: () => Promise<T>,
): Promise<T> {
  // Who may see everybody finds out nothing by trying.
  if (who.kind === 'person' && who.systemAdmin) return look()
  const name = `look-ups of ${callerKey(who)}`
  return limits.countingMisses({ name, refusal: REFUSAL, ...MISSES }, isMiss, look)
}

const tells = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'forbidden' || error.code === 'not_found')

/**
 * Gives an account an address. That it is taken tells of accounts everywhere, so this cannot be tried without end; what
 * one administers is known anyway, and scripts that add everybody again each night only find those.
 */
export const tryingAddress = <T>(
  ctx: Pick<Ctx, 'db' | 'limits'>,
  who: Principal,
  email: string | undefined,
  work: () => Promise<T>,
): Promise<T> =>
  countingMisses(
    ctx,
    who,
    async (error) => {
      if (!(error instanceof ApiError && error.code === 'name_conflict') || email === undefined) return false
      const holder = await findPersonByEmail(ctx.db.read, email)
      return holder !== undefined && !(await administers(ctx.db.read, who, holder.organization_id))
    },
    work,
  )

export const writingAddress = <T>(
  ctx: Pick<Ctx, 'db' | 'limits'>,
  who: Principal,
  email: string | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => tryingAddress(ctx, who, email, () => ctx.db.write(work))

/** Whether there is such a thing is for those who may see it. */
export async function hiding<T>(what: string, look: () => Promise<T>): Promise<T> {
  try {
    return await look()
  } catch (error) {
    return tells(error) ? noSuch(what) : Promise.reject(error)
  }
}

/** Looks for what is called by a name that can be guessed at. */
export const lookForGuessable = <T>(
  ctx: Pick<Ctx, 'limits'>,
  who: Principal,
  what: string,
  look: () => Promise<T>,
): Promise<T> => hiding(what, () => countingMisses(ctx, who, tells, look))
