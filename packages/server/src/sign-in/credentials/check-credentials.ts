import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { findPersonByEmail, type PersonRow } from '../../records/people.ts'
import { attempt, attemptAsStranger } from './attempt.ts'
import { sendCode, takeCode, targetOf } from './codes.ts'
import { passwordIsRight } from './password-is-right.ts'
import { verifyPassword } from './passwords.ts'
import { isMisplaced } from './wrong-app-password.ts'

export interface Credentials {
  email: string
  password: string
  authCode: string | undefined
}

/** Checks address, password and, where the account has two-step on, a code. Throws the errors of the token endpoint. */
export async function checkCredentials(
  ctx: Ctx,
  { email, password, authCode }: Credentials,
): Promise<PersonRow> {
  if (await isMisplaced(ctx, password)) return fail('invalid_grant')
  const person = await findPersonByEmail(ctx.db.read, email)
  if (!person?.active) {
    await attemptAsStranger(ctx, email, async () => {
      await verifyPassword(undefined, password)
      return 'wrong'
    })
    return fail('invalid_grant')
  }
  let passwordRight = false
  const outcome = await attempt(ctx, person, async () => {
    passwordRight = await passwordIsRight(ctx, person, password)
    if (!passwordRight) return 'wrong'
    if (person.two_step_mode === null) return 'right'
    if (!authCode) return 'unfinished'
    return (await takeCode(ctx, person, 'sign_in', targetOf(ctx, person), authCode)) ? 'right' : 'wrong'
  })
  if (outcome === 'right') return person
  if (!passwordRight) return fail('invalid_grant')
  const two_step_mode = person.two_step_mode
  if (outcome === 'wrong') return fail('invalid_totp', undefined, { two_step_mode })
  await sendCode(ctx, person, 'sign_in', targetOf(ctx, person))
  return fail('missing_totp', undefined, { two_step_mode })
}
