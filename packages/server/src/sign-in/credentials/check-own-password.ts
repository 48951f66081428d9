import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { AccountPrincipal } from '../../platform/principal.ts'
import type { PersonRow } from '../../records/people.ts'
import { attempt } from './attempt.ts'
import { passwordIsRight } from './password-is-right.ts'
import { isMisplaced } from './wrong-app-password.ts'

const WRONG = 'The current password is wrong.'

/**
 * Anyone who holds a token must not be able to shut its owner out: setting your own password takes the current one,
 * or showed so just now.
 */
export async function checkOwnPassword(
  ctx: Ctx,
  who: AccountPrincipal,
  person: PersonRow,
  current: string | undefined,
): Promise<void> {
  if (current === undefined) {
    if (!who.proven)
      fail('forbidden', 'Send current_password too, or sign in with your password again first.')
    return
  }
  if (await isMisplaced(ctx, current)) fail('forbidden', WRONG)
  const outcome = await attempt(ctx, person, async () =>
    (await passwordIsRight(ctx, person, current)) ? 'right' : 'wrong',
  )
  if (outcome === 'wrong') fail('forbidden', WRONG)
}
