import { ApiError } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import { findPerson } from '../../../records/people.ts'
import { csrfTokenOf, isCsrfToken } from '../../../sign-in/oauth/authenticate.ts'
import { leadingTo, queryOf, SIGN_IN_PATH, VERIFY_PATH } from '../../../sign-in/password-reset/addresses.ts'
import { verifyEmail } from '../../../sign-in/password-reset/verify-email.ts'
import { html } from '../frame/markup.ts'
import { type Page, type PageAnswer, page, type Site } from '../frame/page-frame.ts'
import { stalePage } from './sign-in-page.ts'
import { name, stepForm } from './sign-in-pages.ts'
import { findSignedIn } from './visit.ts'

/** A browser at the address that a mail leads to. */
export interface VerifyVisit {
  site: Site
  /** The cookie of a web session. */
  session: string | undefined
  token: string
}

/** Asks the signed-in person. Looking uses nothing up: mail scanners look, too. */
export async function showVerify(ctx: Ctx, { site, session, token }: VerifyVisit): Promise<PageAnswer> {
  const who = await findSignedIn(ctx, session)
  const person = who && (await findPerson(ctx.db.read, who.personId))
  if (!person || session === undefined)
    return { location: leadingTo(SIGN_IN_PATH, leadingTo(VERIFY_PATH, undefined, token)) }
  if (person.email_verified_at !== null) return confirmed(site, person.email)
  const title = 'Confirm your address'
  const body = html`<h1>${title}</h1>
<p class="lead">You are signed in as ${name(person.email)}. What other organizations share with this address opens to your account once you confirm it.</p>
${stepForm(
  { query: queryOf({ token }), csrf: csrfTokenOf(session) },
  undefined,
  html`<div class="stack"><button class="primary">Confirm the address</button></div>`,
)}`
  return page(site, { title, body })
}

export async function takeVerify(ctx: Ctx, visit: VerifyVisit, csrf: string): Promise<PageAnswer> {
  const { site, session, token } = visit
  const who = await findSignedIn(ctx, session)
  if (!who || session === undefined || !isCsrfToken(session, csrf)) return stalePage(site)
  try {
    await verifyEmail(ctx, who, who.personId, token)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'password_reset_token_expired') return expired(site)
    throw error
  }
  return showVerify(ctx, visit)
}

const confirmed = (site: Site, email: string): Page =>
  page(site, {
    title: 'Your address is confirmed',
    body: html`<h1>Your address is confirmed</h1>
<p class="lead">${name(email)} is known to be yours. You can go on where you were.</p>`,
  })

const expired = (site: Site): Page =>
  page(site, {
    status: 410,
    title: 'This link no longer works',
    body: html`<h1>This link no longer works</h1>
<p class="lead">It was used before, is older than a day, or belongs to another account than the one you are signed in to.</p>`,
  })
