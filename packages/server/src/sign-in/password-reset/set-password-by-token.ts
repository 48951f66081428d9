import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findReset, useReset } from '../../records/credentials.ts'
import { findPerson, type PersonRow, setPassword } from '../../records/people.ts'
import { revokeSessionsOf } from '../../records/sessions.ts'
import { newPasswordHash } from '../credentials/check-new-password.ts'
import { checkOrganizationUsable } from '../oauth/organization-usable.ts'
import { hashToken } from '../oauth/tokens.ts'

/** Whose password a mailed token may set; undefined when it is too old, used or made up. */
export async function findAccountByToken(ctx: Ctx, token: string): Promise<PersonRow | undefined> {
  if (token === '') return undefined
  const personId = await findReset(ctx.db.read, hashToken(token), ctx.now())
  const person = personId && (await findPerson(ctx.db.read, personId))
  return person?.active ? person : undefined
}

/** Sets a password with a mailed token, which is used up only by a password that can be taken. */
export async function setPasswordByToken(ctx: Ctx, token: string, password: string): Promise<void> {
  const expired = () => fail('password_reset_token_expired', 'The link has expired or was used before.')
  const person = (await findAccountByToken(ctx, token)) ?? expired()
  const hash = await newPasswordHash(person, password)
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    if ((await useReset(tx, hashToken(token), at)) !== person.id) expired()
    await checkOrganizationUsable(tx, person.organization_id, at)
    await setPassword(tx, person.id, hash, at)
    await revokeSessionsOf(tx, person.id, at)
    await recordActivity(tx, THE_SERVICE, 'password_changed', { person }, at)
  })
}
