import { ApiError } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { PersonRow } from '../../../records/people.ts'
import { makePending, openPending } from '../../../sign-in/consent/pending-sign-in.ts'
import { signInByCode, signInByPassword } from '../../../sign-in/consent/sign-in.ts'
import { sendCode, targetOf } from '../../../sign-in/credentials/codes.ts'
import { type Page, type Site, wordsOf } from '../frame/page-frame.ts'
import { siteOf } from '../frame/site.ts'
import { type CodeWay, codePage, type SignInPage, signInPage } from './sign-in-pages.ts'

/** A form of signing in that was sent by the browser it was shown to. */
export interface SignInForm<T = unknown> {
  site: Site
  /** The cookie that forms are bound to before anyone is signed in. */
  browser: string
  field: (name: string) => string
  /** How the page is shown again. */
  page: SignInPage
  /** Where someone goes who is signed in now, by this cookie. */
  signedIn: (cookie: string) => T
}

export async function takePassword<T>(ctx: Ctx, form: SignInForm<T>): Promise<Page | T> {
  const [email, password] = [form.field('email').trim(), form.field('password')]
  if (email === '' || password === '')
    return signInAgain(form, email, 400, wordsOf(form.site).signIn.incomplete)
  try {
    const outcome = await signInByPassword(ctx, email, password)
    if ('cookie' in outcome) return form.signedIn(outcome.cookie)
    const pending = makePending(ctx, outcome.codeWantedOf, form.browser)
    return codePageOf(ctx, form, outcome.codeWantedOf, pending)
  } catch (error) {
    return signInProblem(form, email, error)
  }
}

export async function takeCodeOf<T>(ctx: Ctx, form: SignInForm<T>): Promise<Page | T> {
  const person = await openPending(ctx, form.field('pending'), form.browser)
  if (!person) return signInAgain(form, '', 401, wordsOf(form.site).signIn.tooLate)
  try {
    return form.signedIn(await signInByCode(ctx, person, form.field('auth_code')))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_totp')
      return signInProblem(form, person.email, error)
    const problem = wordsOf(form.site).code.wrong
    return codePageOf(ctx, form, person, form.field('pending'), { problem, status: 401 })
  }
}

export async function sendCodeAgain(ctx: Ctx, form: SignInForm): Promise<Page> {
  const person = await openPending(ctx, form.field('pending'), form.browser)
  if (!person) return signInAgain(form, '', 401, wordsOf(form.site).signIn.tooLate)
  await sendCode(ctx, person, 'sign_in', targetOf(ctx, person))
  return codePageOf(ctx, form, person, form.field('pending'))
}

/** In the look of the organization: anyone who gave the right password knows it. */
async function codePageOf(
  ctx: Ctx,
  { site: { host, language }, page }: SignInForm,
  person: PersonRow,
  pending: string,
  refused: { problem?: string; status?: number } = {},
): Promise<Page> {
  const site = { ...(await siteOf(ctx, language, person.organization_id)), host }
  return codePage(site, { ...page, email: person.email, pending, way: wayOf(ctx, person), ...refused })
}

function wayOf(ctx: Ctx, person: PersonRow): CodeWay {
  const { mode, phone } = targetOf(ctx, person)
  if (mode === 'authenticator') return { mode, sentTo: undefined }
  // As `sendCode` does it: where there is no number, the code goes by mail.
  if (mode === 'sms' && phone) return { mode, sentTo: `•••• ${phone.slice(-3)}` }
  return { mode: 'email', sentTo: person.email }
}

function signInProblem(form: SignInForm, email: string, error: unknown): Page {
  if (!(error instanceof ApiError)) throw error
  const { code, status } = error
  const t = wordsOf(form.site).signIn
  return signInAgain(form, email, code === 'invalid_grant' ? 401 : status, t.refused[code] ?? t.failed)
}

const signInAgain = ({ site, page }: SignInForm, email: string, status: number, problem: string): Page =>
  signInPage(site, { ...page, email, status, problem })
