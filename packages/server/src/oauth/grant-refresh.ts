import type { Ctx } from '../context.ts'
import { fail } from '../errors.ts'
import { parsePolicy } from '../organizations/policy.ts'
import { findOrganization } from '../organizations/queries.ts'
import { findPerson } from '../people/queries.ts'
import { findRefresh, revokeSession, touchSession, useRefreshToken } from './queries.ts'
import { checkStanding } from './standing.ts'
import { hashToken, makeTokens, storeTokens, tokenAnswer } from './tokens.ts'

/** A client that did not hear the answer may ask again this long; later use of an old token is a theft. */
export const RETRY_MS = 10_000
const DAY_MS = 24 * 60 * 60 * 1000

/** RFC 6749, 6, with rotation: each refresh token works once, and its second use ends the whole sign-in. */
export async function grantRefresh(ctx: Ctx, { clientId, token }: { clientId: string; token: string }) {
  const hash = hashToken(token)
  const tokens = makeTokens(ctx.random)
  const answer = await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const found = await findRefresh(tx, hash)
    if (!found || found.client_id !== clientId || found.revoked_at !== null) return undefined
    const first = await useRefreshToken(tx, hash, at)
    if (!first && at - (found.used_at ?? at) > RETRY_MS) {
      await revokeSession(tx, found.session_id, at)
      return undefined
    }
    const person = await findPerson(tx, found.person_id)
    const organization = person && (await findOrganization(tx, person.organization_id))
    if (!person?.active || !organization) return undefined
    checkStanding(organization, at)
    const days = parsePolicy(organization.policy).deactivate_token_frequency
    if (days !== null && at - found.issued_at > days * DAY_MS) return undefined
    await storeTokens(tx, found.session_id, tokens, at)
    await touchSession(tx, found.session_id, at)
    return tokenAnswer(tokens, found.guid)
  })
  // Outside the transaction: a refusal must not undo the revocation.
  return answer ?? fail('invalid_grant', 'The refresh token is not valid.')
}
