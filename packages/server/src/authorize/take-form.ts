import type { Ctx } from '../context.ts'
import { ApiError } from '../errors.ts'
import { csrfTokenOf, isCsrfToken } from '../oauth/authenticate.ts'
import { sendCode, targetOf } from '../oauth/codes.ts'
import type { Site } from '../pages/page-frame.ts'
import type { PersonRow } from '../people/queries.ts'
import { endSession } from '../sessions/end-session.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import { issueCode } from './issue-code.ts'
import { type CodeWay, codePage, problemPage, type Step, signInPage } from './pages.ts'
import { makePending, openPending } from './pending-sign-in.ts'
import { returnAddress } from './return-address.ts'
import { signInByCode, signInByPassword } from './sign-in.ts'
import { type Answer, answering, findSignedIn, type Visit } from './visit.ts'

/** A form of the authorization page, as it was read so far. */
interface Form {
  request: AuthorizeRequest
  site: Site
  visit: Visit
  field: (name: string) => string
}

/** Answers a form of the authorization page. Nothing is looked at unless this browser was shown the form. */
export function takeForm(ctx: Ctx, visit: Visit, fields: Record<string, unknown>): Promise<Answer> {
  const field = (name: string) => textOf(fields[name])
  return answering(ctx, visit, async (request, site) => {
    const form = { request, site, visit, field }
    const step = STEPS.get(field('step'))
    const cookie = step?.signedIn ? visit.session : visit.form
    if (!step || cookie === undefined || !isCsrfToken(cookie, field('csrf'))) return staleForm(form)
    return step.take(ctx, form, cookie)
  })
}

// A NUL is in no address, and PostgreSQL would choke on it; so it would on half a character.
const textOf = (value: unknown): string =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed() ? value : ''

const staleForm = ({ site, request }: Form): Answer =>
  problemPage(site, {
    status: 403,
    title: 'This page is out of date',
    text: 'It was open for too long, or your browser does not keep cookies of this site. Nothing was changed.',
    code: 'forbidden',
    again: request.query,
  })

/** The same page asked for anew, so that going back or reloading sends no form twice. */
const backToPage = ({ request }: Form, session?: string | null): Answer => ({
  location: `?${request.query}`,
  ...(session !== undefined && { session }),
})

async function takePassword(ctx: Ctx, form: Form): Promise<Answer> {
  const [email, password] = [form.field('email').trim(), form.field('password')]
  if (email === '' || password === '')
    return signInAgain(form, email, 400, 'Enter your email address and your password.')
  try {
    const outcome = await signInByPassword(ctx, email, password)
    if ('cookie' in outcome) return backToPage(form, outcome.cookie)
    const pending = await makePending(ctx, outcome.codeWantedOf, form.visit.form)
    return codePage(form.site, codeForm(form, outcome.codeWantedOf, pending))
  } catch (error) {
    return signInProblem(form, email, error)
  }
}

async function takeCodeOf(ctx: Ctx, form: Form): Promise<Answer> {
  const person = await openPending(ctx, form.field('pending'), form.visit.form)
  if (!person) return signInAgain(form, '', 401, TOO_LATE)
  try {
    return backToPage(form, await signInByCode(ctx, person, form.field('auth_code')))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_totp')
      return signInProblem(form, person.email, error)
    const problem = 'The code is wrong, too old or was used before.'
    return codePage(form.site, { ...codeForm(form, person, form.field('pending')), problem, status: 401 })
  }
}

async function sendCodeAgain(ctx: Ctx, form: Form): Promise<Answer> {
  const person = await openPending(ctx, form.field('pending'), form.visit.form)
  if (!person) return signInAgain(form, '', 401, TOO_LATE)
  await sendCode(ctx, person, 'sign_in', targetOf(person))
  return codePage(form.site, codeForm(form, person, form.field('pending')))
}

const codeForm = ({ request, visit }: Form, person: PersonRow, pending: string) => ({
  request,
  csrf: csrfTokenOf(visit.form),
  email: person.email,
  pending,
  way: wayOf(person),
})

function wayOf(person: PersonRow): CodeWay {
  const { mode, phone } = targetOf(person)
  if (mode === 'authenticator') return { mode, sentTo: undefined }
  // As `sendCode` does it: where there is no number, the code goes by mail.
  if (mode === 'sms' && phone) return { mode, sentTo: `•••• ${phone.slice(-3)}` }
  return { mode: 'email', sentTo: person.email }
}

const TOO_LATE = 'That took too long. Sign in again.'
const PROBLEMS: Partial<Record<string, string>> = {
  invalid_grant: 'The email address or the password is wrong.',
  account_locked:
    'Too many failed attempts: sign-in to this account is blocked for half an hour. Its owner was told by email.',
}

function signInProblem(form: Form, email: string, error: unknown): Answer {
  if (!(error instanceof ApiError)) throw error
  const { code, status, message } = error
  return signInAgain(form, email, code === 'invalid_grant' ? 401 : status, PROBLEMS[code] ?? message)
}

const signInAgain = (
  { site, request, visit }: Form,
  email: string,
  status: number,
  problem: string,
): Answer => signInPage(site, { request, csrf: csrfTokenOf(visit.form), email, status, problem })

async function deny(ctx: Ctx, form: Form, cookie: string): Promise<Answer> {
  if (!(await findSignedIn(ctx, cookie))) return backToPage(form)
  const refusal = { error: 'access_denied', error_description: 'The person did not allow it.' } as const
  return { location: returnAddress(form.request, refusal, form.visit.issuer) }
}

async function allow(ctx: Ctx, form: Form, cookie: string): Promise<Answer> {
  const who = await findSignedIn(ctx, cookie)
  // The page then asks to sign in, or says what is to be done first.
  if (!who || who.mustFirst) return backToPage(form)
  const code = await issueCode(ctx, who, form.request)
  return { location: returnAddress(form.request, { code }, form.visit.issuer) }
}

async function signOut(ctx: Ctx, form: Form, cookie: string): Promise<Answer> {
  try {
    const who = await findSignedIn(ctx, cookie)
    if (who) await endSession(ctx, who, who.sessionId)
  } catch (error) {
    // Whoever cannot be let in any more can still leave.
    if (!(error instanceof ApiError)) throw error
  }
  return backToPage(form, null)
}

type Take = (ctx: Ctx, form: Form, cookie: string) => Promise<Answer>

/** Each step, and whether it is for someone signed in: that decides which cookie its form is bound to. */
const STEPS = new Map<string, { signedIn: boolean; take: Take }>([
  ['sign_in', { signedIn: false, take: takePassword }],
  ['code', { signedIn: false, take: takeCodeOf }],
  ['resend', { signedIn: false, take: sendCodeAgain }],
  ['allow', { signedIn: true, take: allow }],
  ['deny', { signedIn: true, take: deny }],
  ['sign_out', { signedIn: true, take: signOut }],
] satisfies [Step, { signedIn: boolean; take: Take }][])
