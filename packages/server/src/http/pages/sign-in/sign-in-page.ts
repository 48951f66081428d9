import { ApiError } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { AccountPrincipal } from '../../../platform/principal.ts'
import type { SignedIn } from '../../../sign-in/consent/sign-in.ts'
import { csrfTokenOf, findAccount, isCsrfToken } from '../../../sign-in/oauth/authenticate.ts'
import { FORGOT_PATH, leadingTo, queryOf, SIGN_IN_PATH } from '../../../sign-in/password-reset/addresses.ts'
import { endSession } from '../../../sign-in/sessions/end-session.ts'
import { textOf } from '../frame/form-text.ts'
import { filled, html } from '../frame/markup.ts'
import { type Leading, type Page, type PageAnswer, page, type Site, wordsOf } from '../frame/page-frame.ts'
import { placeValue } from '../frame/remembered-place.ts'
import { siteOf } from '../frame/site.ts'
import { hashIn, type LeadsTo } from './leads-to.ts'
import { type SignInForm, sendCodeAgain, takeCodeOf, takePassword } from './sign-in-form.ts'
import { name, type SignInPage, signInPage, stepForm } from './sign-in-pages.ts'

/** Where someone signs in to open a page, and gets back to it. */
export const signInAddress = (to: string): string => leadingTo(SIGN_IN_PATH, to)

/** What a browser brings along. */
export interface SignInVisit {
  site: Site
  to: LeadsTo
  /** The cookie of a web session. */
  session: string | undefined
  /** The cookie that forms are bound to before anyone is signed in. */
  form: string
}

export async function showSignIn(ctx: Ctx, visit: SignInVisit): Promise<PageAnswer> {
  const { site, to } = visit
  try {
    const who = await findAccount(ctx, visit.session)
    if (!who || visit.session === undefined) return signInPage(site, pageOf(visit))
    if (to !== undefined) return { location: to }
    return signedInPage(await siteOf(ctx, site.speech, who.organizationId), visit.session, who)
  } catch (error) {
    if (!(error instanceof ApiError) || visit.session === undefined) throw error
    return refusedPage(site, { to, session: visit.session }, error)
  }
}

/** Nothing is looked at unless this browser was shown the form. */
export async function takeSignIn(
  ctx: Ctx,
  visit: SignInVisit,
  fields: Record<string, unknown>,
): Promise<PageAnswer> {
  const field = (of: string) => textOf(fields[of])
  const { site, to } = visit
  if (field('step') === 'sign_out') {
    if (visit.session === undefined || !isCsrfToken(visit.session, field('csrf'))) return stalePage(site)
    await signOut(ctx, visit.session)
    return { location: leadingTo(SIGN_IN_PATH, to), session: null }
  }
  if (!isCsrfToken(visit.form, field('csrf'))) return stalePage(site)
  const form = signInFormOf(ctx, visit, field)
  if (field('step') === 'code') return takeCodeOf(ctx, form)
  return field('step') === 'resend' ? sendCodeAgain(ctx, form) : takePassword(ctx, form)
}

/** A form of signing in that leads to what someone came for, in a browser that knows the look of the organization from then on. */
export const signInFormOf = (
  ctx: Ctx,
  visit: Omit<SignInVisit, 'session'>,
  field: (of: string) => string,
): SignInForm<PageAnswer> => ({
  site: visit.site,
  browser: visit.form,
  field,
  page: pageOf(visit),
  signedIn: (who) => signedInTo(ctx, visit.to, who),
})

const signedInTo = (ctx: Ctx, to: LeadsTo, { cookie, person }: SignedIn): Leading => ({
  location: to ?? '/',
  session: cookie,
  place: placeValue(ctx, person.organization_id),
})

const pageOf = ({ to, form }: Omit<SignInVisit, 'session'>): SignInPage => ({
  path: SIGN_IN_PATH,
  query: queryOf({ to }),
  csrf: csrfTokenOf(form),
  goal: hashIn(to) === undefined ? undefined : 'link',
  forgot: leadingTo(FORGOT_PATH, to),
})

/** Anyone who cannot be let in any more can still leave. */
async function signOut(ctx: Ctx, session: string): Promise<void> {
  try {
    const who = await findAccount(ctx, session)
    if (who) await endSession(ctx, who, who.sessionId)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

const leaving = (site: Site, query: string, session: string) =>
  html`<div class="stack">${stepForm(
    { query, csrf: csrfTokenOf(session) },
    'sign_out',
    html`<button class="secondary">${wordsOf(site).general.signInAsOther}</button>`,
  )}</div>`

function signedInPage(site: Site, session: string, who: AccountPrincipal): Page {
  const t = wordsOf(site).signIn
  return page(site, {
    title: t.signedIn,
    body: html`<h1>${t.signedIn}</h1>
<p class="lead">${filled(t.signedInAs, name(who.name))}</p>
<div class="stack"><a class="button primary" href="/">${t.files}</a></div>
${leaving(site, '', session)}`,
  })
}

function refusedPage(
  site: Site,
  { to, session }: { to: LeadsTo; session: string },
  { code, status }: ApiError,
): Page {
  const t = wordsOf(site).signIn
  return page(site, {
    status,
    title: t.refusedTitle,
    body: html`<h1>${t.refusedTitle}</h1>
<p class="lead">${t.refused[code] ?? t.failed}</p>
${leaving(site, queryOf({ to }), session)}`,
  })
}

export function stalePage(site: Site): Page {
  const { stale, staleWhy } = wordsOf(site).signIn
  return page(site, {
    status: 403,
    title: stale,
    body: html`<h1>${stale}</h1>
<p class="lead">${staleWhy}</p>`,
  })
}
