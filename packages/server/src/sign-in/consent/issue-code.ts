import { MINUTE_MS } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findPerson } from '../../records/people.ts'
import { insertCode } from '../../records/sessions.ts'
import { hashToken } from '../oauth/tokens.ts'
import type { AuthorizeRequest } from './authorize-request.ts'

export const CODE_LIFE_MS = MINUTE_MS

/** The code by which an application gets tokens for the person who allowed it; it is good for this request only. */
export async function issueCode(
  ctx: Ctx,
  who: PersonPrincipal,
  { application, redirectUri, codeChallenge }: AuthorizeRequest,
): Promise<string> {
  const code = ctx.random(32).toString('base64url')
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const person = (await findPerson(tx, who.personId)) ?? fail('not_found')
    await insertCode(tx, {
      hash: hashToken(code),
      client_id: application.client_id,
      person_id: who.personId,
      redirect_uri: redirectUri,
      code_challenge: codeChallenge,
      expires_at: at + CODE_LIFE_MS,
    })
    await recordActivity(tx, who, 'application_approved', { person, about: application.name }, at)
  })
  return code
}
