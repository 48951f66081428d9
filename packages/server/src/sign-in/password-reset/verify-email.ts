import type { PersonId } from '@holdfast/api/ids'
import { DAY_MS, type Instant } from '@holdfast/api/time'
import { authorizeAccount } from '../../access/administration.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { displayName, type PersonRow } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'
import { leadingTo, VERIFY_PATH } from './addresses.ts'
import {
  expiredToken,
  keepMailedToken,
  takeMailedToken,
  wasMailedJustNow,
  wasMailedOften,
} from './mailed-token.ts'

/**
 * Mails a token to the address of an account, or takes it back from its owner. Both are needed, the mail and the
 * account: else anyone who made an account for somebody's address could have them confirm it by one careless click.
 */
export async function verifyEmail(
  ctx: Ctx,
  who: PersonPrincipal,
  id: PersonId,
  token: string | undefined,
): Promise<void> {
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const person = await authorizeAccount(tx, who, id)
    if (token === undefined) return mailVerification(ctx, tx, person, at)
    if (id !== who.personId) fail('forbidden', 'You can only confirm your own email address.')
    const mailed = await takeMailedToken(tx, token, at, ['verify'])
    if (mailed.id !== id) expiredToken()
    await recordActivity(tx, who, 'address_verified', { person }, at)
  })
}

/** Nothing, where the address is confirmed already or enough mails are on their way. */
export async function mailVerification(ctx: Ctx, tx: Tx, person: PersonRow, at: Instant): Promise<void> {
  if (person.email_verified_at !== null) return
  if ((await wasMailedJustNow(tx, person.id, at)) || (await wasMailedOften(tx, person.id, at))) return
  const token = ctx.random(32).toString('base64url')
  await keepMailedToken(tx, person, token, { kind: 'verify', lifeMs: DAY_MS }, at)
  const { email, organization_id: organizationId } = person
  const link = ctx.publicUrl + leadingTo(VERIFY_PATH, undefined, token)
  const data = { name: displayName(person), email, link }
  await sendMail(ctx, tx, { organizationId, to: email, kind: 'address_check', data }, at)
}
