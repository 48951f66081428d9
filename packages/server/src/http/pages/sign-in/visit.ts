import { authorize } from '@holdfast/api/sign-in/oauth'
import { ApiError, fail } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import { findPerson } from '../../../records/people.ts'
import {
  type AuthorizeRequest,
  RefusedRequest,
  readAuthorizeRequest,
} from '../../../sign-in/consent/authorize-request.ts'
import { returnAddress } from '../../../sign-in/consent/return-address.ts'
import { csrfTokenOf, findAccount } from '../../../sign-in/oauth/authenticate.ts'
import { FORGOT_PATH, leadingTo } from '../../../sign-in/password-reset/addresses.ts'
import { type Page, type PageAnswer, type Site, wordsOf } from '../frame/page-frame.ts'
import type { Speech } from '../frame/page-language.ts'
import { lookOf, siteOf } from '../frame/site.ts'
import { consentPage, dutyPage, problemPage } from './pages.ts'
import { type SignInPage, signInPage } from './sign-in-pages.ts'

/** What a browser brings along. */
export interface Visit {
  /** May throw: what cannot be read at all is shown like any other mistake. */
  query: () => Record<string, unknown>
  /** The cookie of a web session. */
  session: string | undefined
  /** The cookie that forms are bound to before anyone is signed in. */
  form: string
  issuer: string
  speech: Speech
}

/** The authorization page as it stands for this browser: sign in, allow, or what is in the way. */
export function showAuthorization(ctx: Ctx, visit: Visit): Promise<PageAnswer> {
  return answering(ctx, visit, async (request, site) => {
    const who = await findSignedIn(ctx, visit.session)
    if (!who || visit.session === undefined) return signInPage(site, signInOf({ request, visit }))
    return personPage(ctx, site, { request, csrf: csrfTokenOf(visit.session), who })
  })
}

export const signInOf = ({ request, visit }: { request: AuthorizeRequest; visit: Visit }): SignInPage => ({
  query: request.query,
  csrf: csrfTokenOf(visit.form),
  goal: { app: request.application.name },
  forgot: leadingTo(FORGOT_PATH, `${authorize.path}?${request.query}`),
})

async function personPage(
  ctx: Ctx,
  site: Site,
  { who, ...given }: { request: AuthorizeRequest; csrf: string; who: PersonPrincipal },
): Promise<Page> {
  const { email } = (await findPerson(ctx.db.read, who.personId)) ?? fail('access_denied')
  const account = { name: who.name, email }
  if (who.mustFirst) return dutyPage(site, { ...given, account, duty: who.mustFirst })
  const { organization, application } = given.request
  const sameOrganization = application.builtIn === true || who.organizationId === organization.id
  return consentPage(site, { ...given, account, sameOrganization })
}

/** Whose browser this is; undefined when nobody is signed in, or no longer. */
export async function findSignedIn(
  ctx: Ctx,
  cookie: string | undefined,
): Promise<PersonPrincipal | undefined> {
  const who = await findAccount(ctx, cookie)
  // Applications act on files, which guests do not have.
  return who?.kind === 'person' ? who : undefined
}

/** Reads the request and answers it, also where it or its answer is refused. */
export async function answering(
  ctx: Ctx,
  visit: Visit,
  answer: (request: AuthorizeRequest, site: Site) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const site = { ...(await siteOf(ctx, visit.speech)), host: new URL(visit.issuer).host }
  let request: AuthorizeRequest | undefined
  try {
    request = await readAuthorizeRequest(ctx.db.read, visit.query(), ctx.now())
    return await answer(request, await inColorsOf(ctx, site, request))
  } catch (error) {
    if (error instanceof RefusedRequest)
      return { location: returnAddress(error.returnTo, error.refusal, visit.issuer) }
    if (!(error instanceof ApiError)) throw error
    const signOut =
      request && visit.session !== undefined ? { request, csrf: csrfTokenOf(visit.session) } : undefined
    return problemPage(site, { ...problemOf(site, error), signOut })
  }
}

/**
 * The application that led here is known. Its organization lends the page its colour alone: the name stays that
 * of whom the password is given to.
 */
async function inColorsOf(ctx: Ctx, site: Site, { organization }: AuthorizeRequest): Promise<Site> {
  const { color } = await lookOf(ctx, organization.id)
  return { ...site, color }
}

function problemOf(site: Site, { status, code, message: detail }: ApiError) {
  const { signIn, consent } = wordsOf(site)
  if (status === 403 || status >= 500)
    return { status, code, detail, title: signIn.refusedTitle, text: signIn.refused[code] ?? signIn.failed }
  return { status: 400, code, detail, title: consent.broken, text: consent.brokenWhy }
}
