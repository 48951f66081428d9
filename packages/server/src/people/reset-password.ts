import { THE_SERVICE } from '../access/principal.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Ctx } from '../context.ts'
import { revokeSessionsOf } from '../oauth/queries.ts'
import { checkPasswordIsOurs } from './check-password-is-ours.ts'
import { generatePassword, hashPassword } from './passwords.ts'
import { findPersonByEmail, setPassword } from './queries.ts'

/** Gives an account a generated password, lifts its lock and ends its sign-ins. Undefined: nobody has the address. */
export async function resetPassword(ctx: Ctx, email: string): Promise<string | undefined> {
  const password = generatePassword(ctx.random)
  const hash = await hashPassword(password)
  return ctx.db.write(async (tx) => {
    const person = await findPersonByEmail(tx, email)
    if (!person) return undefined
    checkPasswordIsOurs(person)
    const at = ctx.now()
    await setPassword(tx, person.id, hash, at)
    await revokeSessionsOf(tx, person.id, at)
    await recordActivity(tx, THE_SERVICE, 'password_changed', { person }, at)
    return password
  })
}
