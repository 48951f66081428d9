import type { Duty } from '../access/principal.ts'
import type { TwoStepMode } from '../db/schema.ts'
import { type Html, html } from '../pages/markup.ts'
import { alertBox, MARK, type Page, page, type Site } from '../pages/page-frame.ts'
import type { AuthorizeRequest } from './authorize-request.ts'

/** What a form is for. The first three come before anyone is signed in. */
export type Step = 'sign_in' | 'code' | 'resend' | 'allow' | 'deny' | 'sign_out'

interface FormPage {
  request: AuthorizeRequest
  /** Proves that the form was sent by the browser it was shown to. */
  csrf: string
}

/** Forms are sent to the address of their page, whose query holds what the application asked for. */
const form = (
  { request, csrf }: FormPage,
  step: Step | undefined,
  content: Html,
) => html`<form method="post" action="?${request.query}">
<input type="hidden" name="csrf" value="${csrf}">
${step && html`<input type="hidden" name="step" value="${step}">`}
${content}
</form>`

const name = (text: string): Html => html`<strong><bdi>${text}</bdi></strong>`

export function signInPage(
  site: Site,
  given: FormPage & { email?: string; problem?: string | undefined; status?: number },
): Page {
  const { email = '', problem, status = 200 } = given
  const marks = problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem"`
  const title = 'Sign in'
  const body = html`<h1>${title}</h1>
<p class="lead">to continue to ${name(given.request.application.name)}</p>
${alertBox(problem)}
${form(
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
<div class="quiet"><p>You will be asked before the application can reach anything of yours.</p></div>`
  return page(site, { title: problem === undefined ? title : `Error: ${title}`, body, status })
}

export interface CodeWay {
  mode: TwoStepMode
  /** Where a code was sent, or undefined where the person has a device that makes codes. */
  sentTo: string | undefined
}

export function codePage(
  site: Site,
  given: FormPage & {
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
${form(
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
<p>Signing in as <bdi>${email}</bdi>. <a href="?${given.request.query}">Use another account</a></p>
${way.sentTo !== undefined && form(given, 'resend', html`<input type="hidden" name="pending" value="${pending}"><p>Nothing arrived? <button class="link">Send a new code</button></p>`)}
</div>`
  return page(site, { title: problem === undefined ? title : `Error: ${title}`, body, status })
}

function whereTheCodeIs({ mode, sentTo }: CodeWay): Html {
  if (sentTo === undefined) return html`Open your authenticator app and type the code it shows now.`
  const how = mode === 'sms' ? 'by text message' : 'by email'
  return html`We sent you a code ${how}, to ${name(sentTo)}.`
}

export interface Account {
  name: string
  email: string
}

export function consentPage(
  site: Site,
  given: FormPage & { account: Account; sameOrganization: boolean },
): Page {
  const { request, account, sameOrganization } = given
  const { application, organization } = request
  const title = `Allow ${application.name} to use your account?`
  const body = html`<div class="pair" aria-hidden="true"><span class="tile">${initialOf(application.name)}</span>${DOTS}${MARK}</div>
<h1>Allow <bdi>${application.name}</bdi> to use your account?</h1>
${accountBox(given, account)}
<dl class="facts">
<div><dt>It can reach</dt><dd>Everything you can reach: your files, shared files and your account</dd></div>
${application.description !== '' && html`<div><dt>In its own words</dt><dd class="said"><bdi>${application.description}</bdi></dd></div>`}
<div><dt>Registered by</dt><dd>${name(organization.name)}</dd></div>
<div><dt>Sends you to</dt><dd>${name(destinationOf(request.redirectUri))}</dd></div>
</dl>
${!sameOrganization && html`<p class="note warn">This application does not belong to your organization. Allow it only if you trust <bdi>${organization.name}</bdi>.</p>`}
${form(
  given,
  undefined,
  html`<div class="choices">
<button class="secondary" name="step" value="deny">Deny</button>
<button class="primary" name="step" value="allow">Allow</button>
</div>`,
)}`
  return page(site, { title, body, leadsTo: [schemeOf(request)], wide: true })
}

const DUTIES: Record<Duty, { title: string; why: string }> = {
  set_password: {
    title: 'Choose a new password first',
    why: 'Your password has expired or was set by someone else. Open your account, choose a new one, and come back here.',
  },
  sign_in: {
    title: 'Sign in again first',
    why: 'You are signed in to choose a new password only. Sign out, then sign in with it and a code.',
  },
  enable_two_step: {
    title: 'Turn on two-step verification first',
    why: 'Your organization asks for a second step at sign-in. Open your account, turn on two-step verification, and come back here.',
  },
}

/** For whoever may do nothing else yet. */
export function dutyPage(site: Site, given: FormPage & { account: Account; duty: Duty }): Page {
  const { request, account, duty } = given
  const { title, why } = DUTIES[duty]
  const body = html`<h1>${title}</h1>
<p class="lead">${why}</p>
<p class="lead">Until then, ${name(request.application.name)} cannot be allowed to use your account.</p>
${accountBox(given, account)}
<div class="stack">
<a class="button primary" href="?${request.query}">Try again</a>
${form(given, 'deny', html`<button class="secondary">Go back to <bdi>${request.application.name}</bdi></button>`)}
</div>`
  return page(site, { title, body, status: 403, leadsTo: [schemeOf(request)] })
}

export interface Problem {
  status: number
  title: string
  text: string
  hint?: string | undefined
  /** The word by which developers know it. */
  code: string
  /** Where trying again may help. */
  again?: string | undefined
  /** For whoever is signed in as someone who cannot go on. */
  signOut?: FormPage | undefined
}

export function problemPage(site: Site, { status, title, text, hint, code, again, signOut }: Problem): Page {
  const body = html`<h1>${title}</h1>
<p class="lead"><bdi>${text}</bdi></p>
${hint !== undefined && html`<p class="lead">${hint}</p>`}
${
  (again !== undefined || signOut) &&
  html`<div class="stack">
${again !== undefined && html`<a class="button primary" href="?${again}">Try again</a>`}
${signOut && form(signOut, 'sign_out', html`<button class="secondary">Sign in as someone else</button>`)}
</div>`
}
<div class="quiet"><p>Error: <code>${code}</code></p></div>`
  return page(site, { title, body, status })
}

const accountBox = (given: FormPage, account: Account): Html => html`<div class="account">
<div class="who"><strong><bdi>${account.name}</bdi></strong><span><bdi>${account.email}</bdi></span></div>
${form(given, 'sign_out', html`<button class="link">Not you? Sign out</button>`)}
</div>`

const DOTS = html`<svg class="dots" viewBox="0 0 26 6"><circle cx="3" cy="3" r="2"/><circle cx="13" cy="3" r="2"/><circle cx="23" cy="3" r="2"/></svg>`

const initialOf = (text: string): string => /[\p{L}\p{N}]/u.exec(text)?.[0].toUpperCase() ?? '?'

/** The host of a site in its plain letters, so that a lookalike shows; what runs on the device is said to. */
function destinationOf(redirectUri: string): string {
  const { protocol, host, hostname } = new URL(redirectUri)
  if (protocol !== 'https:' && protocol !== 'http:') return `an app on this device (${protocol})`
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? `a program on this device (${host})` : host
}

/**
 * Chromium holds the whole way that the answer to a form leads to against the page's policy. Sites often lead on
 * from their redirect URI to another host of theirs, so the scheme is allowed and not only the host.
 */
const schemeOf = ({ redirectUri }: AuthorizeRequest): string => new URL(redirectUri).protocol
