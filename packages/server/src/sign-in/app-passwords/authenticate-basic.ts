import type { Ctx } from '../../platform/context.ts'
import { networkOf } from '../../platform/limits/network.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { isAppPassword } from '../credentials/app-password-text.ts'
import { accountName, byAccountPassword } from './by-account-password.ts'
import { byAppPassword } from './by-app-password.ts'

/**
 * Who a program stands for that sends a name and a password with each request (RFC 7617). Throws `access_denied` for
 * whatever is wrong, ended or shut; `account_locked` as sign-ins do; `forbidden`, `trial_expired` or `license_expired`
 * where the account is right but must not come in. What must be done first is `mustFirst` of who it gives.
 */
export function authenticateBasic(
  ctx: Ctx,
  given: { name: string; password: string; network: string; program: string | undefined },
): Promise<PersonPrincipal> {
  const known = { ...given, name: accountName(given.name), network: networkOf(given.network) }
  return (isAppPassword(given.password) ? byAppPassword : byAccountPassword)(ctx, known)
}
