import { formatUtc, type Instant } from '@holdfast/api/time'
import { recordActivity, THE_SERVICE } from '../activity/record-activity.ts'
import type { Ctx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { ApiError, fail } from '../errors.ts'
import { enqueue } from '../jobs/jobs.ts'
import { renderMail } from '../mail/templates.ts'
import { brandOf } from '../organizations/brand.ts'
import { countTry, type PersonRow, refundTry, setTries } from '../people/queries.ts'
import { displayName } from '../people/view.ts'
import { inTurn } from './turns.ts'

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
  inTurn(ctx.db, person.id, () => lookOnce(ctx, person, look))

async function lookOnce(ctx: Ctx, person: PersonRow, look: () => Promise<Outcome>): Promise<Outcome> {
  const tries = await ctx.db.write((tx) => charge(tx, person, ctx.now()))
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

/** The number of this try. The fifth locks the account at once, until it turns out to be right. */
async function charge(tx: Tx, { id }: PersonRow, now: Instant): Promise<number> {
  const { failed_logins, locked_until } = await countTry(tx, id)
  if (locked_until === null) {
    if (failed_logins >= MAX_TRIES) await setTries(tx, id, failed_logins, now + LOCK_MS)
    return failed_logins
  }
  if (locked_until > now)
    return fail('account_locked', 'Account temporarily locked due to repeated failed login attempts.')
  await setTries(tx, id, 1, null)
  return 1
}

async function recordFailure(ctx: Ctx, tx: Tx, person: PersonRow, tries: number): Promise<void> {
  const at = ctx.now()
  await recordActivity(tx, THE_SERVICE, 'sign_in_failed', { person }, at)
  if (tries !== MAX_TRIES) return
  await recordActivity(tx, THE_SERVICE, 'account_locked', { person }, at)
  const letter = { name: displayName(person), until: formatUtc(at + LOCK_MS) }
  const brand = await brandOf(ctx, tx, person.organization_id)
  await enqueue(tx, 'send_mail', renderMail('account_locked', person.email, letter, brand), at)
}
