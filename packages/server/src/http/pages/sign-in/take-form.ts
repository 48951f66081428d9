import { ApiError } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { AuthorizeRequest } from '../../../sign-in/consent/authorize-request.ts'
import { issueCode } from '../../../sign-in/consent/issue-code.ts'
import { returnAddress } from '../../../sign-in/consent/return-address.ts'
import { isCsrfToken } from '../../../sign-in/oauth/authenticate.ts'
import { endSession } from '../../../sign-in/sessions/end-session.ts'
import { textOf } from '../frame/form-text.ts'
import { type Leading, type PageAnswer, type Site, wordsOf } from '../frame/page-frame.ts'
import { placeValue } from '../frame/remembered-place.ts'
import { problemPage, type Step } from './pages.ts'
import { type SignInForm, sendCodeAgain, takeCodeOf, takePassword } from './sign-in-form.ts'
import { answering, findSignedIn, signInOf, type Visit } from './visit.ts'

/** A form of the authorization page, as it was read so far. */
interface Form {
  request: AuthorizeRequest
  site: Site
  visit: Visit
  field: (name: string) => string
}

/** Answers a form of the authorization page. Nothing is looked at unless this browser was shown the form. */
export function takeForm(ctx: Ctx, visit: Visit, fields: Record<string, unknown>): Promise<PageAnswer> {
  const field = (name: string) => textOf(fields[name])
  return answering(ctx, visit, async (request, site) => {
    const form = { request, site, visit, field }
    const step = STEPS.get(field('step'))
    const cookie = step?.signedIn ? visit.session : visit.form
    if (!step || cookie === undefined || !isCsrfToken(cookie, field('csrf'))) return staleForm(form)
    return step.take(ctx, form, cookie)
  })
}

function staleForm({ site, request }: Form): PageAnswer {
  const { stale, staleWhy } = wordsOf(site).signIn
  return problemPage(site, {
    status: 403,
    title: stale,
    text: staleWhy,
    code: 'forbidden',
    again: request.query,
  })
}

/** The same page asked for again, so that going back or reloading sends no form twice. */
const backToPage = ({ request }: Form, session?: string | null): Leading => ({
  location: `?${request.query}`,
  ...(session !== undefined && { session }),
})

/** The forms of signing in, which lead back to this page. */
const signingIn = (ctx: Ctx, form: Form): SignInForm<PageAnswer> => ({
  site: form.site,
  browser: form.visit.form,
  field: form.field,
  page: signInOf(form),
  signedIn: ({ cookie, person }) => ({
    ...backToPage(form, cookie),
    place: placeValue(ctx, person.organization_id),
  }),
})

async function deny(ctx: Ctx, form: Form, cookie: string): Promise<PageAnswer> {
  if (!(await findSignedIn(ctx, cookie))) return backToPage(form)
  const refusal = { error: 'access_denied', error_description: 'The person did not allow it.' } as const
  return { location: returnAddress(form.request, refusal, form.visit.issuer) }
}

async function allow(ctx: Ctx, form: Form, cookie: string): Promise<PageAnswer> {
  const who = await findSignedIn(ctx, cookie)
  // The page then asks to sign in, or says what is to be done first.
  if (!who || who.mustFirst) return backToPage(form)
  const code = await issueCode(ctx, who, form.request)
  return { location: returnAddress(form.request, { code }, form.visit.issuer) }
}

async function signOut(ctx: Ctx, form: Form, cookie: string): Promise<PageAnswer> {
  try {
    const who = await findSignedIn(ctx, cookie)
    if (who) await endSession(ctx, who, who.sessionId)
  } catch (error) {
    // Anyone who cannot be let in any more can still leave.
    if (!(error instanceof ApiError)) throw error
  }
  return backToPage(form, null)
}

type Take = (ctx: Ctx, form: Form, cookie: string) => Promise<PageAnswer>

/** Each step, and whether it is for someone signed in: that decides which cookie its form is bound to. */
const STEPS = new Map<string, { signedIn: boolean; take: Take }>([
  ['sign_in', { signedIn: false, take: (ctx, form) => takePassword(ctx, signingIn(ctx, form)) }],
  ['code', { signedIn: false, take: (ctx, form) => takeCodeOf(ctx, signingIn(ctx, form)) }],
  ['resend', { signedIn: false, take: (ctx, form) => sendCodeAgain(ctx, signingIn(ctx, form)) }],
  ['allow', { signedIn: true, take: allow }],
  ['deny', { signedIn: true, take: deny }],
  ['sign_out', { signedIn: true, take: signOut }],
] satisfies [Step, { signedIn: boolean; take: Take }][])
