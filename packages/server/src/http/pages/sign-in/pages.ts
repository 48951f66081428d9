import type { Duty } from '@holdfast/api/sign-in/sessions'
import type { AuthorizeRequest } from '../../../sign-in/consent/authorize-request.ts'
import { type Html, html } from '../frame/markup.ts'
import { MARK, type Page, page, type Site } from '../frame/page-frame.ts'
import { name, type SignInStep, stepForm } from './sign-in-pages.ts'

/** What a form is for. Those of signing in come before anyone is. */
export type Step = SignInStep | 'allow' | 'deny' | 'sign_out'

interface FormPage {
  request: AuthorizeRequest
  /** Proves that the form was sent by the browser it was shown to. */
  csrf: string
}

const form = ({ request, csrf }: FormPage, step: Step | undefined, content: Html): Html =>
  stepForm({ query: request.query, csrf }, step, content)

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
${!application.builtIn && html`<div><dt>Registered by</dt><dd>${name(organization.name)}</dd></div>`}
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

/** What someone must do before anything else, in words. */
export const DUTIES: Record<Duty, { title: string; why: string }> = {
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

/** For anyone who may do nothing else yet. */
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
  /** For anyone who is signed in as someone who cannot go on. */
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
