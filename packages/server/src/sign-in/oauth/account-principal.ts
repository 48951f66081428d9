import type { GuestId, MachineId, SessionId } from '@holdfast/api/ids'
import type { Duty } from '@holdfast/api/sign-in/sessions'
import type { Instant } from '@holdfast/api/time'
import type { AccountPrincipal } from '../../platform/principal.ts'
import { displayName, type PersonRow } from '../../records/people.ts'

type Account = Pick<
  PersonRow,
  'id' | 'organization_id' | 'email' | 'first_name' | 'last_name' | 'guest' | 'site_admin' | 'system_admin'
>

/** The caller that an account is in one of its sign-ins. */
export function accountPrincipal(
  account: Account,
  signIn: {
    sessionId: SessionId
    machineId: MachineId | null
    at: Instant
    web?: boolean | undefined
    agent?: boolean | undefined
    leaving?: boolean | undefined
    byCode?: boolean | undefined
    paused?: boolean | undefined
    proven?: boolean | undefined
    mustFirst?: Duty | undefined
    rateLimit?: number | undefined
  },
): AccountPrincipal {
  const caller = {
    organizationId: account.organization_id,
    sessionId: signIn.sessionId,
    name: displayName(account),
    at: signIn.at,
    mustFirst: signIn.mustFirst,
    rateLimit: signIn.rateLimit,
    proven: signIn.proven,
  }
  // A guest is known to the outside by a number of its own kind.
  if (account.guest) return { kind: 'guest', guestId: account.id as number as GuestId, ...caller }
  return {
    kind: 'person',
    personId: account.id,
    machineId: signIn.machineId,
    web: signIn.web,
    agent: signIn.agent,
    leaving: signIn.leaving,
    byCode: signIn.byCode,
    paused: signIn.paused,
    siteAdmin: account.site_admin === 1,
    systemAdmin: account.system_admin === 1,
    ...caller,
  }
}
