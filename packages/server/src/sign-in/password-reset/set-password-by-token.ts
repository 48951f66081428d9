import type { Ctx } from '../../platform/context.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { endSignIns } from '../../records/end-sign-ins.ts'
import { findPerson, type PersonRow, setPassword } from '../../records/people.ts'
import { newPasswordHash } from '../credentials/check-new-password.ts'
import { checkOrganizationUsable } from '../oauth/organization-usable.ts'
import { completeName, type Name } from './complete-name.ts'
import { expiredToken, findAccountByToken, takeMailedToken } from './mailed-token.ts'

/**
 * Sets a password with a mailed token, which is used up only by a password that can be taken. `name` counts for the first
 * one, of an account that has no full name.
 */
export async function setPasswordByToken(
  ctx: Ctx,
  token: string,
  password: string,
  name?: Name,
): Promise<PersonRow> {
  const account = (await findAccountByToken(ctx, token)) ?? expiredToken()
  const hash = await newPasswordHash({ ...account, ...name }, password)
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const person = await takeMailedToken(tx, token, at)
    await checkOrganizationUsable(tx, person.organization_id, at)
    if (name) await completeName(tx, person, name, at)
    await setPassword(tx, person.id, hash, at)
    await endSignIns(tx, { persons: [person.id] }, { at })
    await recordActivity(tx, THE_SERVICE, 'password_changed', { person }, at)
    return (await findPerson(tx, person.id)) ?? expiredToken()
  })
}
