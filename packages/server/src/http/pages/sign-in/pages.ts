import type { Duty } from '@holdfast/api/sign-in/sessions'
import type { Messages } from '../../../platform/messages/en/en.ts'
import type { AuthorizeRequest } from '../../../sign-in/consent/authorize-request.ts'
import { filled, type Html, html } from '../frame/markup.ts'
import { MARK, type Page, page, type Site, wordsOf } from '../frame/page-frame.ts'
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
  const { consent } = wordsOf(site)
  const body = html`<div class="pair" aria-hidden="true"><span class="tile">${initialOf(application.name)}</span>${DOTS}${MARK}</div>
<h1>${filled(consent.title, html`<bdi>${application.name}</bdi>`)}</h1>
${accountBox(site, given, account)}
<dl class="facts">
<div><dt>${consent.access}</dt><dd>${consent.accessAll}</dd></div>
${application.description !== '' && html`<div><dt>${consent.description}</dt><dd class="said"><bdi>${application.description}</bdi></dd></div>`}
${!application.builtIn && html`<div><dt>${consent.registeredBy}</dt><dd>${name(organization.name)}</dd></div>`}
<div><dt>${consent.leadsTo}</dt><dd>${name(destinationOf(consent, request.redirectUri))}</dd></div>
</dl>
${!sameOrganization && html`<p class="note warn">${filled(consent.foreign, html`<bdi>${organization.name}</bdi>`)}</p>`}
${form(
  given,
  undefined,
  html`<div class="choices">
<button class="secondary" name="step" value="deny">${consent.deny}</button>
<button class="primary" name="step" value="allow">${consent.allow}</button>
</div>`,
)}`
  const title = consent.title(application.name)
  return page(site, { title, body, leadsTo: [schemeOf(request)], wide: true })
}

/** For whoever may do nothing else yet. */
export function dutyPage(site: Site, given: FormPage & { account: Account; duty: Duty }): Page {
  const { request, account, duty } = given
  const { consent, duties, general } = wordsOf(site)
  const { title, why } = duties[duty]
  const { application } = request
  const body = html`<h1>${title}</h1>
<p class="lead">${why}</p>
<p class="lead">${filled(consent.notYet, name(application.name))}</p>
${accountBox(site, given, account)}
<div class="stack">
<a class="button primary" href="?${request.query}">${general.tryAgain}</a>
${form(given, 'deny', html`<button class="secondary">${filled(consent.backTo, html`<bdi>${application.name}</bdi>`)}</button>`)}
</div>`
  return page(site, { title, body, status: 403, leadsTo: [schemeOf(request)] })
}

export interface Problem {
  status: number
  title: string
  text: string
  /** The word by which developers know it, and what the service says to them. */
  code: string
  detail?: string | undefined
  /** Where trying again may help. */
  again?: string | undefined
  /** For anyone who is signed in as someone who cannot go on. */
  signOut?: FormPage | undefined
}

export function problemPage(
  site: Site,
  { status, title, text, code, detail, again, signOut }: Problem,
): Page {
  const { general } = wordsOf(site)
  const body = html`<h1>${title}</h1>
<p class="lead">${text}</p>
${
  (again !== undefined || signOut) &&
  html`<div class="stack">
${again !== undefined && html`<a class="button primary" href="?${again}">${general.tryAgain}</a>`}
${signOut && form(signOut, 'sign_out', html`<button class="secondary">${general.signInAsOther}</button>`)}
</div>`
}
<div class="quiet"><p>${general.errorCode} <code>${code}</code></p>
${detail !== undefined && html`<p lang="en"><bdi>${detail}</bdi></p>`}</div>`
  return page(site, { title, body, status })
}

const accountBox = (site: Site, given: FormPage, account: Account): Html => html`<div class="account">
<div class="who"><strong><bdi>${account.name}</bdi></strong><span><bdi>${account.email}</bdi></span></div>
${form(given, 'sign_out', html`<button class="link">${wordsOf(site).consent.signOut}</button>`)}
</div>`

const DOTS = html`<svg class="dots" viewBox="0 0 26 6"><circle cx="3" cy="3" r="2"/><circle cx="13" cy="3" r="2"/><circle cx="23" cy="3" r="2"/></svg>`

const initialOf = (text: string): string => /[\p{L}\p{N}]/u.exec(text)?.[0].toUpperCase() ?? '?'

/** The host of a site in its plain letters, so that a lookalike shows; what runs on the device is said to. */
function destinationOf({ appHere }: Messages['consent'], redirectUri: string): string {
  const { protocol, host, hostname } = new URL(redirectUri)
  if (protocol !== 'https:' && protocol !== 'http:') return appHere(protocol)
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? appHere(host) : host
}

/**
 * Chromium holds the whole way that the answer to a form leads to against the page's policy. Sites often lead on
 * from their redirect URI to another host of theirs, so the scheme is allowed and not only the host.
 */
const schemeOf = ({ redirectUri }: AuthorizeRequest): string => new URL(redirectUri).protocol
