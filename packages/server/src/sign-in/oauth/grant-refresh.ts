import { AGENT_CLIENT, BUILT_IN_CLIENT } from '@holdfast/api/sign-in/oauth'
import { DAY_MS, type Instant } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { inheritPause } from '../../records/brakes.ts'
import { findPerson, type PersonRow } from '../../records/people.ts'
import { getPolicy } from '../../records/policy.ts'
import {
  findRefresh,
  repeatRefresh,
  setMachineOf,
  touchSession,
  useRefreshToken,
} from '../../records/sessions.ts'
import { endStolen } from './end-stolen.ts'
import { type Device, guidFrom, resolveMachine } from './machine.ts'
import { checkOrganizationUsable } from './organization-usable.ts'
import { hashToken, makeTokens, storeTokens, tokenAnswer } from './tokens.ts'

/** A script that did not hear the answer, and names its device, may ask again once this long; any other use is a theft. */
export const RETRY_MS = 10_000

type Found = NonNullable<Awaited<ReturnType<typeof findRefresh>>>

/** RFC 6749, 6, with rotation: each refresh token works once, and its second use ends the whole sign-in. */
export async function grantRefresh(ctx: Ctx, clientId: string, token: string, device: Device) {
  const hash = hashToken(token)
  const tokens = makeTokens(ctx.random)
  const newGuid = guidFrom(ctx.random(16))
  const answer = await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const found = await findRefresh(tx, hash)
    if (!found || found.client_id !== clientId || found.revoked_at !== null) return undefined
    const person = await findPerson(tx, found.person_id)
    // Before the token is used up: it is to work again when the account does. Nobody else hears that there is an account.
    if (person && !person.active && person.deleted_at === null && !found.leaving && clientId === AGENT_CLIENT)
      return fail('forbidden', 'The account is disabled.')
    const repeat = { sessionId: found.session_id, hash, at, often: found.client_id === AGENT_CLIENT }
    const granted =
      (await useRefreshToken(tx, hash, at)) ||
      (isRetry(found, device, at) && (await repeatRefresh(tx, repeat)))
    if (!granted) {
      await endStolen(tx, found.session_id, at)
      return undefined
    }
    if (!person || !(person.active || found.leaving) || (await hasLapsed(tx, person, found, at)))
      return undefined
    const guid = found.guid ?? (await giveMachine(tx, person, found, { ...device, newGuid }, at))
    await storeTokens(tx, found.session_id, tokens, at, hash)
    await touchSession(tx, found.session_id, at)
    return tokenAnswer(tokens, guid)
  })
  // Outside the transaction: a refusal must not undo the revocation.
  return answer ?? fail('invalid_grant', 'The refresh token is not valid.')
}

/**
 * A device may have lost the answer with its power, and must not be signed out for good by that: until it has used what
 * it got, the agent may ask again, however long that takes.
 */
function isRetry({ guid, used_at, client_id, settled }: Found, device: Device, at: Instant): boolean {
  if (guid === null || device.guid?.toLowerCase() !== guid) return false
  return client_id === AGENT_CLIENT ? !settled : at - (used_at ?? at) <= RETRY_MS
}

async function hasLapsed(tx: Tx, person: PersonRow, found: Found, at: Instant): Promise<boolean> {
  if (!found.leaving) await checkOrganizationUsable(tx, person.organization_id, at)
  const policy = await getPolicy(tx, person.organization_id)
  const isOver = (days: number | null, since: Instant) => days !== null && at - since > days * DAY_MS
  // What people install on their devices is signed in for good.
  const byApplication = found.client_id !== BUILT_IN_CLIENT && found.client_id !== AGENT_CLIENT
  return (
    isOver(policy.deactivate_token_frequency, found.issued_at) ||
    (byApplication && isOver(policy.application_sign_in_days, found.created_at))
  )
}

/** A sign-in by a mailed link belongs to no machine until it is renewed by one. */
async function giveMachine(
  tx: Tx,
  person: PersonRow,
  found: Found,
  device: Device & { newGuid: string },
  at: Instant,
): Promise<string> {
  const machine = await resolveMachine(tx, person, found.client_id, device, at)
  await setMachineOf(tx, found.session_id, machine.id)
  await inheritPause(tx, found.session_id, { personId: person.id, machineId: machine.id })
  return machine.guid
}
