import { ApiError } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import { findPerson } from '../../../records/people.ts'
import { csrfTokenOf, isCsrfToken } from '../../../sign-in/oauth/authenticate.ts'
import { leadingTo, queryOf, SIGN_IN_PATH, VERIFY_PATH } from '../../../sign-in/password-reset/addresses.ts'
import { verifyEmail } from '../../../sign-in/password-reset/verify-email.ts'
import { filled, html } from '../frame/markup.ts'
import { type Page, type PageAnswer, page, type Site, wordsOf } from '../frame/page-frame.ts'
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
  const { verify } = wordsOf(site)
  const body = html`<h1>${verify.title}</h1>
<p class="lead">${filled(verify.lead, name(person.email))}</p>
${stepForm(
  { query: queryOf({ token }), csrf: csrfTokenOf(session) },
  undefined,
  html`<div class="stack"><button class="primary">${verify.button}</button></div>`,
)}`
  return page(site, { title: verify.title, body })
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

function confirmed(site: Site, email: string): Page {
  const { done, doneWhy } = wordsOf(site).verify
  return page(site, {
    title: done,
    body: html`<h1>${done}</h1>
<p class="lead">${filled(doneWhy, name(email))}</p>`,
  })
}

function expired(site: Site): Page {
  const { verify } = wordsOf(site)
  return page(site, {
    status: 410,
    title: verify.expired,
    body: html`<h1>${verify.expired}</h1>
<p class="lead">${verify.expiredWhy}</p>`,
  })
}
