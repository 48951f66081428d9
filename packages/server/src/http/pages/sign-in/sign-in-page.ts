import { ApiError } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { AccountPrincipal } from '../../../platform/principal.ts'
import { csrfTokenOf, findAccount, isCsrfToken } from '../../../sign-in/oauth/authenticate.ts'
import { FORGOT_PATH, leadingTo, queryOf, SIGN_IN_PATH } from '../../../sign-in/password-reset/addresses.ts'
import { endSession } from '../../../sign-in/sessions/end-session.ts'
import { textOf } from '../frame/form-text.ts'
import { html } from '../frame/markup.ts'
import { type Page, type PageAnswer, page, type Site } from '../frame/page-frame.ts'
import { siteOf } from '../frame/site.ts'
import { hashIn, type LeadsTo } from './leads-to.ts'
import { type SignInForm, sendCodeAgain, takeCodeOf, takePassword } from './sign-in-form.ts'
import { type SignInPage, signInPage, stepForm } from './sign-in-pages.ts'

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
    return signedInPage(await siteOf(ctx, who.organizationId), visit.session, who)
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
  const field = (name: string) => textOf(fields[name])
  const { site, to } = visit
  const back = (session: string | null) => ({
    location: session === null ? leadingTo(SIGN_IN_PATH, to) : (to ?? '/'),
    session,
  })
  if (field('step') === 'sign_out') {
    if (visit.session === undefined || !isCsrfToken(visit.session, field('csrf'))) return stalePage(site)
    await signOut(ctx, visit.session)
    return back(null)
  }
  if (!isCsrfToken(visit.form, field('csrf'))) return stalePage(site)
  const form: SignInForm<PageAnswer> = {
    site,
    browser: visit.form,
    field,
    page: pageOf(visit),
    signedIn: back,
  }
  if (field('step') === 'code') return takeCodeOf(ctx, form)
  return field('step') === 'resend' ? sendCodeAgain(ctx, form) : takePassword(ctx, form)
}

const pageOf = ({ to, form }: SignInVisit): SignInPage => ({
  query: queryOf({ to }),
  csrf: csrfTokenOf(form),
  goal: hashIn(to) === undefined ? 'your account' : 'what was shared with you',
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

const leaving = (query: string, session: string) =>
  html`<div class="stack">${stepForm(
    { query, csrf: csrfTokenOf(session) },
    'sign_out',
    html`<button class="secondary">Sign in as someone else</button>`,
  )}</div>`

const signedInPage = (site: Site, session: string, who: AccountPrincipal): Page =>
  page(site, {
    title: 'You are signed in',
    body: html`<h1>You are signed in</h1>
<p class="lead">as <strong><bdi>${who.name}</bdi></strong>. Go on to your files, or open the link that was shared with you.</p>
<div class="stack"><a class="button primary" href="/">Your files</a></div>
${leaving('', session)}`,
  })

const refusedPage = (
  site: Site,
  { to, session }: { to: LeadsTo; session: string },
  { message, status }: ApiError,
): Page =>
  page(site, {
    status,
    title: 'You cannot go on from here',
    body: html`<h1>You cannot go on from here</h1>
<p class="lead"><bdi>${message}</bdi></p>
${leaving(queryOf({ to }), session)}`,
  })

export const stalePage = (site: Site): Page =>
  page(site, {
    status: 403,
    title: 'This page is out of date',
    body: html`<h1>This page is out of date</h1>
<p class="lead">It was open for too long, or your browser does not keep cookies of this site. Nothing was changed. Go back, load the page again and try once more.</p>`,
  })
