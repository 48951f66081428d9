import { ApiError } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findStandingAccess } from '../../records/find-access.ts'
import { hashAppPassword } from '../credentials/app-password-text.ts'
import { countWrongAppPassword } from '../credentials/wrong-app-password.ts'
import { type Given, standingPrincipal } from './standing-principal.ts'

/** By one look at what its hash opens. */
export async function byAppPassword(ctx: Ctx, given: Given): Promise<PersonPrincipal> {
  try {
    const hash = hashAppPassword(given.password)
    const access = hash && (await findStandingAccess(ctx.db.read, { hash }))
    return await standingPrincipal(ctx, access?.kind === 'files' ? access : undefined, given)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'access_denied')
      await countWrongAppPassword(ctx, given.network)
    throw error
  }
}
