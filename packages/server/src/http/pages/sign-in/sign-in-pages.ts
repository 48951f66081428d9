import type { TwoStepMode } from '../../../platform/db/tables/people.ts'
import type { Messages } from '../../../platform/messages/en/en.ts'
import { filled, type Html, html } from '../frame/markup.ts'
import { alertBox, type Page, page, type Site, wordsOf } from '../frame/page-frame.ts'
import { passwordField, passwordScript } from '../frame/password-field.ts'

/** The forms that come before anyone is signed in. */
export type SignInStep = 'sign_in' | 'code' | 'resend'

export interface FormPlace {
  /** Where forms are sent that stand on other pages, too; else to the page itself. */
  path?: string
  /** Of the page's address: forms are sent to it, so that the code that shows the page again knows what it was for. */
  query: string
  /** Proves that the form was sent by the browser it was shown to. */
  csrf: string
}

export interface SignInPage extends FormPlace {
  /** What someone signs in for, where that is not the own account: what was shared, or an app. */
  goal?: 'link' | { app: string } | undefined
  /** Where those go who have forgotten their password. */
  forgot: string
}

export const stepForm = (
  { path = '', query, csrf }: FormPlace,
  step: string | undefined,
  content: Html,
): Html => html`<form method="post" action="${path}?${query}">
<input type="hidden" name="csrf" value="${csrf}">
${step && html`<input type="hidden" name="step" value="${step}">`}
${content}
</form>`

export const name = (text: string): Html => html`<strong><bdi>${text}</bdi></strong>`

/** What is wrong with a field, for those who do not see it. */
const marksOf = (problem: string | undefined): Html | undefined =>
  problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem"`

export function signInPage(
  site: Site,
  given: SignInPage & { email?: string; problem?: string | undefined; status?: number },
): Page {
  const { email = '', problem, status = 200, goal } = given
  const { signIn, general } = wordsOf(site)
  const marks = marksOf(problem)
  const body = html`<h1>${filled(signIn.title, html`<bdi>${site.name}</bdi>`)}</h1>
${goal && html`<p class="lead">${goal === 'link' ? signIn.forLink : filled(signIn.forApp, name(goal.app))}</p>`}
${alertBox(problem)}
${stepForm(
  given,
  'sign_in',
  html`<div class="fields">
<div><label for="email">${general.email}</label>
<input id="email" name="email" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="320" required value="${email}"${marks}${email === '' && html` autofocus`}></div>
<div><label for="password">${general.password}</label>
${passwordField(site, html` autocomplete="current-password" required${marks}${email !== '' && html` autofocus`}`)}</div>
<button class="primary">${general.signIn}</button>
</div>`,
)}
<div class="quiet"><p><a href="${given.forgot}">${signIn.forgot}</a></p>
${typeof goal === 'object' && html`<p>${signIn.appHint}</p>`}</div>`
  const title = general.signIn
  const foot = html`<nav><a href="/agent">${general.sync}</a> <a href="/docs">${general.documentation}</a></nav>`
  return page(site, {
    title: problem === undefined ? title : general.error(title),
    body,
    status,
    foot,
    script: passwordScript(),
  })
}

export interface CodeWay {
  mode: TwoStepMode
  /** Where a code was sent, or undefined where the person has a device that makes codes. */
  sentTo: string | undefined
}

export function codePage(
  site: Site,
  given: SignInPage & {
    email: string
    pending: string
    way: CodeWay
    problem?: string | undefined
    status?: number
  },
): Page {
  const { email, pending, way, problem, status = 200 } = given
  const { code, general } = wordsOf(site)
  const marks = problem === undefined ? undefined : html` aria-invalid="true"`
  const body = html`<h1>${code.title}</h1>
<p class="lead" id="where">${whereTheCodeIs(code, way)}</p>
${alertBox(problem)}
${stepForm(
  given,
  'code',
  html`<input type="hidden" name="pending" value="${pending}">
<div class="fields">
<div><label for="auth_code">${code.label}</label>
<input class="digits" id="auth_code" name="auth_code" inputmode="numeric" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="12" required autofocus aria-describedby="${problem === undefined ? 'where' : 'problem'}"${marks}></div>
<button class="primary">${code.continue}</button>
</div>`,
)}
<div class="quiet">
<p>${filled(code.as, html`<bdi>${email}</bdi>`)} <a href="${given.path ?? ''}?${given.query}">${code.other}</a></p>
${way.sentTo !== undefined && stepForm(given, 'resend', html`<input type="hidden" name="pending" value="${pending}"><p>${code.nothingCame} <button class="link">${code.again}</button></p>`)}
</div>`
  const title = problem === undefined ? code.title : general.error(code.title)
  return page(site, { title, body, status })
}

function whereTheCodeIs(code: Messages['code'], { mode, sentTo }: CodeWay): Html {
  if (sentTo === undefined) return html`${code.fromApp}`
  return filled(mode === 'sms' ? code.byText : code.byEmail, name(sentTo))
}
