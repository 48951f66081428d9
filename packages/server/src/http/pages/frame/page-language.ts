import type { PersonId } from '@holdfast/api/ids'
import { ApiError } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import { acceptedLanguage, DEFAULT_LANGUAGE, type Language } from '../../../platform/messages/catalogue.ts'
import type { AccountPrincipal } from '../../../platform/principal.ts'
import { languageOf } from '../../../records/languages.ts'
import { findAccount } from '../../../sign-in/oauth/authenticate.ts'
import { readCookie, SESSION_COOKIE } from '../../exchange/cookies.ts'
import type { Request } from '../../exchange/server.ts'

/** What a browser asks for. */
export const browserLanguage = ({ headers }: Pick<Request, 'headers'>): Language =>
  acceptedLanguage(headers['accept-language']) ?? DEFAULT_LANGUAGE

/** The language of a page for whoever opens it: the own one of someone who is signed in, else what the browser asks for. */
export async function pageLanguage(ctx: Ctx, req: Request): Promise<Language> {
  const account = await findAccount(ctx, readCookie(req, SESSION_COOKIE)).catch((error: unknown) => {
    // Whoever cannot be let in gets a page all the same.
    if (error instanceof ApiError) return undefined
    throw error
  })
  return accountLanguage(ctx, req, account)
}

export async function accountLanguage(
  ctx: Ctx,
  req: Request,
  account: AccountPrincipal | undefined,
): Promise<Language> {
  // Guests have a number of their own kind, which is that of their account.
  const id = account?.kind === 'guest' ? (account.guestId as number as PersonId) : account?.personId
  const own = id === undefined ? undefined : await languageOf(ctx.db.read, id)
  return own ?? browserLanguage(req)
}
