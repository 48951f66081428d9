import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findPerson, type PersonRow } from '../../records/people.ts'
import { attempt, type Outcome } from '../credentials/attempt.ts'
import { passwordIsRight } from '../credentials/password-is-right.ts'
import { isMisplaced } from '../credentials/wrong-app-password.ts'

/** The caller's own account as it is now. */
export async function ownAccount(ctx: Ctx, who: PersonPrincipal): Promise<PersonRow> {
  return (await findPerson(ctx.db.read, who.personId)) ?? fail('not_found')
}

/** Asks for the password again, and then for what `next` looks at. Throws `forbidden` when either is wrong. */
export async function checkPassword(
  ctx: Ctx,
  person: PersonRow,
  password: string,
  next: () => Promise<Outcome>,
): Promise<Exclude<Outcome, 'wrong'>> {
  const isElse = await isMisplaced(ctx, password)
  const look = async () => ((await passwordIsRight(ctx, person, password)) ? next() : 'wrong')
  const outcome = isElse ? 'wrong' : await attempt(ctx, person, look)
  return outcome === 'wrong' ? fail('forbidden', 'The password or the code is wrong.') : outcome
}
