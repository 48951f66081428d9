import { formatUtc, type Instant } from '@holdfast/api/time'
import { recordActivity, THE_SERVICE } from '../activity/record-activity.ts'
import type { Ctx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { fail } from '../errors.ts'
import { enqueue } from '../jobs/jobs.ts'
import { renderMail } from '../mail/templates.ts'
import { brandOf } from '../organizations/brand.ts'
import { verifyPassword } from '../people/passwords.ts'
import {
  countFailedLogin,
  findPersonByEmail,
  forgetFailedLogins,
  lockAccount,
  type PersonRow,
} from '../people/queries.ts'
import { displayName } from '../people/view.ts'

export const MAX_FAILURES = 5
export const LOCK_MS = 30 * 60 * 1000

/**
 * Checks an address and a password. Each try is counted before the password is looked at and taken back when it was
 * right, so that any number of parallel guesses gets five looks and no more.
 */
export async function checkCredentials(ctx: Ctx, email: string, password: string): Promise<PersonRow> {
  const person = await findPersonByEmail(ctx.db.read, email)
  if (person) await ctx.db.write((tx) => countTry(tx, person, ctx.now()))
  const matches = await verifyPassword(person?.password_hash, password)
  if (person?.active && matches) {
    await ctx.db.write((tx) => forgetFailedLogins(tx, person.id))
    return person
  }
  if (person) await ctx.db.write((tx) => recordFailure(ctx, tx, person))
  return fail('invalid_grant', 'Invalid credentials given.')
}

async function countTry(tx: Tx, { id, email }: PersonRow, now: Instant): Promise<void> {
  const failures = await countFailedLogin(tx, id)
  const current = await findPersonByEmail(tx, email)
  if (current?.locked_until != null) {
    if (current.locked_until > now)
      fail('account_locked', 'Account temporarily locked due to repeated failed login attempts.')
    await forgetFailedLogins(tx, id)
    await countFailedLogin(tx, id)
  } else if (failures >= MAX_FAILURES) await lockAccount(tx, id, now + LOCK_MS)
}

/** The try that used up the last look has locked the account already; here it is put on record and mailed. */
async function recordFailure(ctx: Ctx, tx: Tx, { id, email }: PersonRow): Promise<void> {
  const at = ctx.now()
  const person = await findPersonByEmail(tx, email)
  if (!person || person.id !== id) return
  await recordActivity(tx, THE_SERVICE, 'sign_in_failed', { person }, at)
  if (person.locked_until === null || person.locked_until <= at) return
  await recordActivity(tx, THE_SERVICE, 'account_locked', { person }, at)
  const until = `${formatUtc(person.locked_until).replace('T', ' ')} UTC`
  const letter = { name: displayName(person), until }
  const brand = await brandOf(ctx, tx, person.organization_id)
  await enqueue(tx, 'send_mail', renderMail('account_locked', person.email, letter, brand), at)
}
