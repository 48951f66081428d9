import type { Ctx } from '../../platform/context.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { endSignIns } from '../../records/end-sign-ins.ts'
import { findPersonByEmail, setPassword } from '../../records/people.ts'
import { unproveAddress } from '../../records/proof.ts'
import { checkPasswordIsOurs } from '../credentials/check-password-is-ours.ts'
import { generatePassword, hashPassword } from '../credentials/passwords.ts'

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
    await unproveAddress(tx, person.id)
    await endSignIns(tx, { persons: [person.id] }, { at })
    await recordActivity(tx, THE_SERVICE, 'password_changed', { person }, at)
    return password
  })
}
