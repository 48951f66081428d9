import type { PersonPrincipal } from '../access/principal.ts'
import type { Ctx } from '../context.ts'
import { insertCode } from '../oauth/queries.ts'
import { hashToken } from '../oauth/tokens.ts'
import type { AuthorizeRequest } from './authorize-request.ts'

export const CODE_LIFE_MS = 60_000

/** The code by which an application gets tokens for whoever allowed it; it is good for this request only. */
export async function issueCode(
  ctx: Ctx,
  who: PersonPrincipal,
  { application, redirectUri, codeChallenge }: AuthorizeRequest,
): Promise<string> {
  const code = ctx.random(32).toString('base64url')
  await ctx.db.write((tx) =>
    insertCode(tx, {
      hash: hashToken(code),
      client_id: application.client_id,
      person_id: who.personId,
      redirect_uri: redirectUri,
      code_challenge: codeChallenge,
      expires_at: ctx.now() + CODE_LIFE_MS,
    }),
  )
  return code
}
