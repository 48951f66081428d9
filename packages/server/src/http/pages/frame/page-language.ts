import type { PersonId } from '@holdfast/api/ids'
import { ApiError } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import { acceptedLanguage, DEFAULT_LANGUAGE, type Language } from '../../../platform/messages/catalogue.ts'
import type { AccountPrincipal } from '../../../platform/principal.ts'
import { languageOf, organizationLanguage } from '../../../records/languages.ts'
import { findAccount } from '../../../sign-in/oauth/authenticate.ts'
import { readCookie, SESSION_COOKIE } from '../../exchange/cookies.ts'
import type { Request } from '../../exchange/server.ts'

/** What is known of the language of someone who opens a page, before the organization that the page belongs to is asked. */
export interface Speech {
  /** What was chosen for the account, or else for its organization; undefined also for those who are not signed in. */
  own: Language | undefined
  browser: Language
}

/** What a browser asks for. */
export const browserLanguage = ({ headers }: Pick<Request, 'headers'>): Language =>
  acceptedLanguage(headers['accept-language']) ?? DEFAULT_LANGUAGE

export const browserSpeech = (req: Pick<Request, 'headers'>): Speech => ({
  own: undefined,
  browser: browserLanguage(req),
})

export async function speechOf(ctx: Ctx, req: Request): Promise<Speech> {
  const account = await findAccount(ctx, readCookie(req, SESSION_COOKIE)).catch((error: unknown) => {
    // Whoever cannot be let in gets a page all the same.
    if (error instanceof ApiError) return undefined
    throw error
  })
  return accountSpeech(ctx, req, account)
}

export async function accountSpeech(
  ctx: Ctx,
  req: Request,
  account: AccountPrincipal | undefined,
): Promise<Speech> {
  // Guests have a number of their own kind, which is that of their account.
  const id = account?.kind === 'guest' ? (account.guestId as number as PersonId) : account?.personId
  if (!account || id === undefined) return browserSpeech(req)
  const db = ctx.db.read
  const own = (await languageOf(db, id)) ?? (await organizationLanguage(db, account.organizationId))
  return { own, browser: browserLanguage(req) }
}
