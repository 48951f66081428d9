import type { MachineId, SessionId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import { userAgentAsking } from '../../platform/basics/asking.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { SignInOrigin } from '../../platform/db/tables/sign-in.ts'
import { networkAsking } from '../../platform/limits/network.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { inheritPause } from '../../records/brakes.ts'
import { findPersonForUpdate, noteCame, type PersonRow } from '../../records/people.ts'
import { insertSession } from '../../records/sessions.ts'
import { accountPrincipal } from './account-principal.ts'
import { browserOf } from './browser-of.ts'
import { checkOrganizationUsable } from './organization-usable.ts'

/** Records that someone signed in, unless its organization cannot be used now. */
export async function openSession(
  tx: Tx,
  person: PersonRow,
  how: { clientId: string; machineId: MachineId | null; origin: SignInOrigin; passwordOnly?: boolean },
  at: Instant,
): Promise<SessionId> {
  // Held from here on: a change of the password either finds this session and ends it, or is seen here.
  const current = await findPersonForUpdate(tx, person.id)
  if (!current?.active || current.password_hash !== person.password_hash) return fail('invalid_grant')
  await checkOrganizationUsable(tx, person.organization_id, at)
  const sessionId = await insertSession(tx, {
    person_id: person.id,
    client_id: how.clientId,
    machine_id: how.machineId,
    origin: how.origin,
    password_only: how.passwordOnly ? 1 : 0,
    browser: how.machineId === null ? browserOf(userAgentAsking()) : null,
    network: networkAsking() || null,
    created_at: at,
    last_used_at: at,
  })
  if (how.machineId !== null)
    await inheritPause(tx, sessionId, { personId: person.id, machineId: how.machineId })
  await noteCame(tx, current, at)
  const who = accountPrincipal(person, { sessionId, machineId: how.machineId, at })
  await recordActivity(tx, who, 'signed_in', { person }, at)
  return sessionId
}
