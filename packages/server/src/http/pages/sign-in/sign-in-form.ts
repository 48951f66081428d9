import { ApiError } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { PersonRow } from '../../../records/people.ts'
import { makePending, openPending } from '../../../sign-in/consent/pending-sign-in.ts'
import { type SignedIn, signInByCode, signInByPassword } from '../../../sign-in/consent/sign-in.ts'
import { sendCode, targetOf } from '../../../sign-in/credentials/codes.ts'
import { startWebSession } from '../../../sign-in/sessions/open-web-session.ts'
import { type Page, type Site, wordsOf } from '../frame/page-frame.ts'
import { siteOfPerson } from '../frame/site.ts'
import { type CodeWay, codePage, type SignInPage, signInPage } from './sign-in-pages.ts'

/** A form of signing in that was sent by the browser it was shown to. */
export interface SignInForm<T = unknown> {
  site: Site
  /** The cookie that forms are bound to before anyone is signed in. */
  browser: string
  field: (name: string) => string
  /** How the page is shown again. */
  page: SignInPage
  /** Where someone goes who is signed in now. */
  signedIn: (who: SignedIn) => T
}

export async function takePassword<T>(ctx: Ctx, form: SignInForm<T>): Promise<Page | T> {
  const [email, password] = [form.field('email').trim(), form.field('password')]
  if (email === '' || password === '')
    return signInAgain(form, email, 400, wordsOf(form.site).signIn.incomplete)
  try {
    const outcome = await signInByPassword(ctx, email, password)
    return 'cookie' in outcome ? form.signedIn(outcome) : askForCode(ctx, form, outcome.codeWantedOf)
  } catch (error) {
    return signInProblem(form, email, error)
  }
}

/** Someone has chosen a password by a mail, which stands for giving it. Where there is a second step, that comes all the same. */
export async function signInAfterChoosing<T>(
  ctx: Ctx,
  form: SignInForm<T>,
  person: PersonRow,
): Promise<Page | T> {
  try {
    if (person.two_step_mode === null)
      return form.signedIn({ cookie: await startWebSession(ctx, person), person })
    await sendCode(ctx, person, 'sign_in', targetOf(ctx, person))
    return await askForCode(ctx, form, person)
  } catch (error) {
    return signInProblem(form, person.email, error)
  }
}

const askForCode = (ctx: Ctx, form: SignInForm, person: PersonRow): Promise<Page> =>
  codePageOf(ctx, form, person, makePending(ctx, person, form.browser))

export async function takeCodeOf<T>(ctx: Ctx, form: SignInForm<T>): Promise<Page | T> {
  const person = await openPending(ctx, form.field('pending'), form.browser)
  if (!person) return signInAgain(form, '', 401, wordsOf(form.site).signIn.tooLate)
  try {
    return form.signedIn({ cookie: await signInByCode(ctx, person, form.field('auth_code')), person })
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

/** In the look of the organization, and in the language of the account: anyone who gave the right password knows it. */
async function codePageOf(
  ctx: Ctx,
  { site: { host, speech }, page }: SignInForm,
  person: PersonRow,
  pending: string,
  refused: { problem?: string; status?: number } = {},
): Promise<Page> {
  const site = { ...(await siteOfPerson(ctx, speech, person)), host }
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
