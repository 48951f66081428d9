import { createHash } from 'node:crypto'
import { formatUtc, type Instant } from '@holdfast/api/time'
import { ApiError, fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import {
  countStrangersTry,
  countTry,
  refundTry,
  setStrangersTries,
  setTries,
  touchStranger,
} from '../../records/credentials.ts'
import { displayName, emailKey, type PersonRow } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'
import { oneAtATime } from './one-at-a-time.ts'

export const MAX_TRIES = 5
export const LOCK_MS = 30 * 60 * 1000

/** `unfinished`: nothing wrong was given, but something is still missing. */
export type Outcome = 'right' | 'wrong' | 'unfinished'

/**
 * Looks at a secret that someone gave for an account. Each try is counted before the look and taken back when nothing
 * was wrong, in the database, so that any number of parallel guesses at any door gets five looks and no more. Only a
 * complete success clears the count: else a guesser could reset it between guesses. Looks at one account take turns
 * in this process: else six right ones at once would be five looks and a lock.
 */
export const attempt = (ctx: Ctx, person: PersonRow, look: () => Promise<Outcome>): Promise<Outcome> =>
  oneAtATime(ctx.db, person.id, () => lookOnce(ctx, person, look))

async function lookOnce(ctx: Ctx, person: PersonRow, look: () => Promise<Outcome>): Promise<Outcome> {
  const tries = await ctx.db.write((tx) => charge(tx, counterOf(person), ctx.now()))
  const outcome = await look().catch(async (error) => {
    // Whoever keeps the secret could not be asked: nothing was guessed.
    if (error instanceof ApiError && error.code === 'temporarily_unavailable')
      await ctx.db.write((tx) => refundTry(tx, person.id, MAX_TRIES))
    throw error
  })
  await ctx.db.write((tx) => {
    if (outcome === 'right') return setTries(tx, person.id, 0, null)
    if (outcome === 'unfinished') return refundTry(tx, person.id, MAX_TRIES)
    return recordFailure(ctx, tx, person, tries)
  })
  return outcome
}

/**
 * A try for an account that nobody has, or that is shut. It is counted, locked and refused as any other and takes as
 * many steps, so that neither the answer nor the time it takes tells which addresses have accounts.
 */
export function attemptAsStranger(ctx: Ctx, email: string, look: () => Promise<unknown>): Promise<void> {
  const hash = createHash('sha256').update(emailKey(email)).digest()
  return oneAtATime(ctx.db, hash.toString('hex'), async () => {
    await ctx.db.write((tx) => charge(tx, strangersCounter(hash, ctx.now()), ctx.now()))
    await look()
    // Nothing is left to say, but a failure of an account is put on record now.
    await ctx.db.write((tx) => touchStranger(tx, hash, ctx.now()))
  })
}

/** Where the tries of one account are counted. */
interface Counter {
  count(tx: Tx): Promise<Pick<PersonRow, 'failed_logins' | 'locked_until'>>
  set(tx: Tx, tries: number, lockedUntil: Instant | null): Promise<void>
}

const counterOf = ({ id }: PersonRow): Counter => ({
  count: (tx) => countTry(tx, id),
  set: (tx, tries, lockedUntil) => setTries(tx, id, tries, lockedUntil),
})

const strangersCounter = (hash: Buffer, now: Instant): Counter => ({
  count: (tx) => countStrangersTry(tx, hash, now),
  set: (tx, tries, lockedUntil) => setStrangersTries(tx, hash, tries, lockedUntil),
})

/** The number of this try. The fifth locks the account at once, until it turns out to be right. */
async function charge(tx: Tx, counter: Counter, now: Instant): Promise<number> {
  const { failed_logins, locked_until } = await counter.count(tx)
  if (locked_until === null) {
    if (failed_logins >= MAX_TRIES) await counter.set(tx, failed_logins, now + LOCK_MS)
    return failed_logins
  }
  if (locked_until > now)
    return fail('account_locked', 'Account temporarily locked due to repeated failed login attempts.')
  await counter.set(tx, 1, null)
  return 1
}

async function recordFailure(ctx: Ctx, tx: Tx, person: PersonRow, tries: number): Promise<void> {
  const at = ctx.now()
  await recordActivity(tx, THE_SERVICE, 'sign_in_failed', { person }, at)
  if (tries !== MAX_TRIES) return
  await recordActivity(tx, THE_SERVICE, 'account_locked', { person }, at)
  const { email: to, organization_id: organizationId } = person
  const data = { name: displayName(person), until: formatUtc(at + LOCK_MS) }
  await sendMail(ctx, tx, { organizationId, to, kind: 'account_locked', data }, at)
}
