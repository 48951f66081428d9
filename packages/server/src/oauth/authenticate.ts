import type { Principal } from '../access/principal.ts'
import type { Ctx } from '../context.ts'
import { fail } from '../errors.ts'
import { displayName } from '../people/view.ts'
import { findAccess } from './queries.ts'
import { checkStanding } from './standing.ts'
import { hashToken } from './tokens.ts'

/** Turns an access token into who it stands for. Asked anew at each request, so that revoking works at once. */
export async function authenticate(ctx: Ctx, token: string | undefined): Promise<Principal> {
  const access = token ? await findAccess(ctx.db.read, { hash: hashToken(token) }) : undefined
  const now = ctx.now()
  if (!access || access.expires_at <= now || access.revoked_at !== null || !access.person_active)
    return fail('access_denied')
  checkStanding({ active: access.organization_active, trial_until: access.trial_until }, now)
  return {
    kind: 'person',
    personId: access.person_id,
    organizationId: access.organization_id,
    machineId: access.machine_id,
    name: displayName(access),
    siteAdmin: access.site_admin === 1,
    systemAdmin: access.system_admin === 1,
  }
}
