import type { TwoStepMode } from '../../../platform/db/tables/people.ts'
import { type Html, html } from '../frame/markup.ts'
import { alertBox, type Page, page, type Site } from '../frame/page-frame.ts'

/** The forms that come before anyone is signed in. */
export type SignInStep = 'sign_in' | 'code' | 'resend'

export interface FormPlace {
  /** Of the page's address: forms are sent to it, so that the code that shows the page again knows what it was for. */
  query: string
  /** Proves that the form was sent by the browser it was shown to. */
  csrf: string
}

export interface SignInPage extends FormPlace {
  /** What someone signs in for. */
  goal: string
  /** Where those go who have forgotten their password. */
  forgot: string
  hint?: string | undefined
}

export const stepForm = (
  { query, csrf }: FormPlace,
  step: string | undefined,
  content: Html,
): Html => html`<form method="post" action="?${query}">
<input type="hidden" name="csrf" value="${csrf}">
${step && html`<input type="hidden" name="step" value="${step}">`}
${content}
</form>`

export const name = (text: string): Html => html`<strong><bdi>${text}</bdi></strong>`

export function signInPage(
  site: Site,
  given: SignInPage & { email?: string; problem?: string | undefined; status?: number },
): Page {
  const { email = '', problem, status = 200 } = given
  const marks = problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem"`
  const title = 'Sign in'
  const body = html`<h1>${title}</h1>
<p class="lead">to continue to ${name(given.goal)}</p>
${alertBox(problem)}
${stepForm(
  given,
  'sign_in',
  html`<div class="fields">
<div><label for="email">Email address</label>
<input id="email" name="email" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="320" required value="${email}"${marks}${email === '' && html` autofocus`}></div>
<div><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${marks}${email !== '' && html` autofocus`}></div>
<button class="primary">Sign in</button>
</div>`,
)}
<div class="quiet"><p><a href="${given.forgot}">Forgot your password?</a></p>
<p><a href="/agent">Sync files to your computer</a></p>
${given.hint !== undefined && html`<p>${given.hint}</p>`}</div>`
  return page(site, { title: problem === undefined ? title : `Error: ${title}`, body, status })
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
  const title = 'Enter your code'
  const marks = problem === undefined ? undefined : html` aria-invalid="true"`
  const body = html`<h1>${title}</h1>
<p class="lead" id="where">${whereTheCodeIs(way)}</p>
${alertBox(problem)}
${stepForm(
  given,
  'code',
  html`<input type="hidden" name="pending" value="${pending}">
<div class="fields">
<div><label for="auth_code">Code</label>
<input class="digits" id="auth_code" name="auth_code" inputmode="numeric" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="12" required autofocus aria-describedby="${problem === undefined ? 'where' : 'problem'}"${marks}></div>
<button class="primary">Continue</button>
</div>`,
)}
<div class="quiet">
<p>Signing in as <bdi>${email}</bdi>. <a href="?${given.query}">Use another account</a></p>
${way.sentTo !== undefined && stepForm(given, 'resend', html`<input type="hidden" name="pending" value="${pending}"><p>Nothing arrived? <button class="link">Send a new code</button></p>`)}
</div>`
  return page(site, { title: problem === undefined ? title : `Error: ${title}`, body, status })
}

function whereTheCodeIs({ mode, sentTo }: CodeWay): Html {
  if (sentTo === undefined) return html`Open your authenticator app and type the code it shows now.`
  const how = mode === 'sms' ? 'by text message' : 'by email'
  return html`We sent you a code ${how}, to ${name(sentTo)}.`
}
