import { ApiError } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Messages } from '../../../platform/messages/en/en.ts'
import { displayName, type PersonRow } from '../../../records/people.ts'
import { findInvitation, inviteAgain } from '../../../sharing/links/invitation.ts'
import { PasswordRefused } from '../../../sign-in/credentials/check-new-password.ts'
import { csrfTokenOf, isCsrfToken } from '../../../sign-in/oauth/authenticate.ts'
import { FORGOT_PATH, leadingTo, queryOf, SIGN_IN_PATH } from '../../../sign-in/password-reset/addresses.ts'
import { type Name, nameToComplete } from '../../../sign-in/password-reset/complete-name.ts'
import { findAccountByToken } from '../../../sign-in/password-reset/mailed-token.ts'
import { setPasswordByToken } from '../../../sign-in/password-reset/set-password-by-token.ts'
import { textOf } from '../frame/form-text.ts'
import { filled, html } from '../frame/markup.ts'
import { alertBox, type Page, type PageAnswer, page, type Site, wordsOf } from '../frame/page-frame.ts'
import { passwordField, passwordScript } from '../frame/password-field.ts'
import { siteOfPerson } from '../frame/site.ts'
import { hashIn, type LeadsTo } from './leads-to.ts'
import { signInAfterChoosing } from './sign-in-form.ts'
import { signInFormOf, stalePage } from './sign-in-page.ts'
import { stepForm } from './sign-in-pages.ts'

/** As the API has it. */
const LONGEST_NAME = 255

class NameRefused extends ApiError {
  constructor() {
    super('invalid_request')
  }
}

const typedName = (field: (of: string) => string): Name => ({
  first_name: field('first_name').trim(),
  last_name: field('last_name').trim(),
})

/** A browser at the address that a mail leads to. */
export interface MailedVisit {
  site: Site
  to: LeadsTo
  /** By the mail about a link, not by one that was asked for because of a password. */
  invited: boolean
  /** The cookie that forms are bound to: else another site could sign someone in to an account of its choice. */
  form: string
}

/** What is there for anyone who has the token. Looking uses nothing up, and mails nothing: mail scanners look, too. */
export async function showMailed(ctx: Ctx, visit: MailedVisit, token: string): Promise<PageAnswer> {
  const account = await findAccountByToken(ctx, token)
  return account ? chooseForm(ctx, visit, token, account) : withoutToken(ctx, visit)
}

export async function takeMailed(
  ctx: Ctx,
  visit: MailedVisit,
  fields: Record<string, unknown>,
): Promise<PageAnswer> {
  const field = (of: string) => textOf(fields[of])
  if (!isCsrfToken(visit.form, field('csrf'))) return stalePage(visit.site)
  if (field('step') === 'invite_again') {
    const hash = hashIn(visit.to)
    if (hash !== undefined) await inviteAgain(ctx, hash)
    return onItsWay(visit.site)
  }
  return choose(ctx, visit, field)
}

async function choose(ctx: Ctx, visit: MailedVisit, field: (of: string) => string): Promise<PageAnswer> {
  const token = field('token')
  const account = await findAccountByToken(ctx, token)
  if (!account) return withoutToken(ctx, visit)
  const name = nameToComplete(account) && typedName(field)
  let person: PersonRow
  try {
    if (name && !isName(name)) throw new NameRefused()
    person = await setPasswordByToken(ctx, token, field('password'), name)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'password_reset_token_expired') return withoutToken(ctx, visit)
    return chooseForm(ctx, visit, token, account, { error, name })
  }
  // In the look of the organization: whoever has set the password of an account belongs to it.
  const site = await siteOfPerson(ctx, visit.site.speech, person)
  return signInAfterChoosing(ctx, signInFormOf(ctx, { ...visit, site }, field), person)
}

/** A token that does not count any more says nothing about whose it was. The address it stands in may. */
async function withoutToken(ctx: Ctx, { site, to, invited, form }: MailedVisit): Promise<PageAnswer> {
  if (!invited) return expired(site, to)
  const hash = hashIn(to)
  if (hash === undefined || !(await findInvitation(ctx.db.read, hash, ctx.now())))
    return { location: leadingTo(SIGN_IN_PATH, to) }
  const t = wordsOf(site).password
  return page(site, {
    status: 410,
    title: t.tooOld,
    body: html`<h1>${t.tooOld}</h1>
<p class="lead">${t.tooOldWhy}</p>
${stepForm(
  { query: queryOf({ to }), csrf: csrfTokenOf(form) },
  'invite_again',
  html`<div class="stack"><button class="primary">${t.newLink}</button></div>`,
)}`,
  })
}

function onItsWay(site: Site): Page {
  const t = wordsOf(site).password
  return page(site, {
    title: t.sent,
    body: html`<h1>${t.sent}</h1>
<p class="lead">${t.newLinkSent}</p>`,
  })
}

function expired(site: Site, to: LeadsTo): Page {
  const { password, general } = wordsOf(site)
  return page(site, {
    status: 410,
    title: password.expired,
    body: html`<h1>${password.expired}</h1>
<p class="lead">${password.expiredWhy}</p>
<div class="stack">
<a class="button primary" href="${leadingTo(FORGOT_PATH, to)}">${password.reset}</a>
<a class="button secondary" href="${leadingTo(SIGN_IN_PATH, to)}">${general.signIn}</a>
</div>`,
  })
}

async function chooseForm(
  ctx: Ctx,
  visit: MailedVisit,
  token: string,
  person: PersonRow,
  refused?: { error: ApiError; name: Name | undefined },
): Promise<Page> {
  const { to, form } = visit
  const site = await siteOfPerson(ctx, visit.site.speech, person)
  const { password: t, general } = wordsOf(site)
  const problem = refused && problemOf(t, refused.error)
  const name = refused?.name ?? nameToComplete(person)
  const nameIsWrong = refused?.error instanceof NameRefused
  const focusesName = name !== undefined && (!refused || nameIsWrong)
  const invitation = await invitationOf(ctx, visit, person)
  const kind = invitation?.link.kind
  const title = invitation ? t.shared(displayName(invitation.creator), invitation.shared.entry.name) : t.title
  const marks =
    problem === undefined || nameIsWrong ? undefined : html` aria-invalid="true" aria-describedby="problem"`
  const body = html`<h1>${invitation ? filled(t.shared, html`<bdi>${displayName(invitation.creator)}</bdi>`, html`<bdi>${invitation.shared.entry.name}</bdi>`) : title}</h1>
${kind && html`<p class="lead">${t.open[kind]} ${t.haveOne} <a href="${leadingTo(SIGN_IN_PATH, to)}">${general.signIn}</a></p>`}
${alertBox(problem)}
${stepForm(
  { query: queryOf({ to }), csrf: csrfTokenOf(form) },
  'choose',
  html`<input type="hidden" name="token" value="${token}">
<div class="fields">
<div><label for="email">${general.email}</label>
<input id="email" autocomplete="username" readonly value="${person.email}"></div>
${name && nameFields(t, name, focusesName)}
<div><label for="password">${t.label}</label>
${passwordField(site, html` autocomplete="new-password" minlength="8" required${!focusesName && html` autofocus`}${marks}`)}</div>
<button class="primary">${kind ? t.buttonOpen[kind] : t.button}</button>
</div>`,
)}
<div class="quiet"><p>${t.hint}</p></div>`
  return page(site, {
    title: problem === undefined ? title : general.error(title),
    body,
    status: problem === undefined ? 200 : 400,
    script: passwordScript(),
  })
}

/** Nobody has to fill them in: without them, others see the address. */
const nameFields = (t: Messages['password'], { first_name, last_name }: Name, focus: boolean) =>
  html`<div class="beside">
<div><label for="first-name">${t.firstName}</label>
<input id="first-name" name="first_name" autocomplete="given-name" maxlength="${String(LONGEST_NAME)}" aria-describedby="name-hint" value="${first_name}"${focus && html` autofocus`}></div>
<div><label for="last-name">${t.lastName}</label>
<input id="last-name" name="last_name" autocomplete="family-name" maxlength="${String(LONGEST_NAME)}" aria-describedby="name-hint" value="${last_name}"></div>
<p class="hint" id="name-hint">${t.nameHint}</p>
</div>`

/** What waits for whoever chooses a password, if that is why the account was mailed. */
async function invitationOf(ctx: Ctx, { to, invited }: MailedVisit, { id }: PersonRow) {
  const hash = invited ? hashIn(to) : undefined
  const found = hash === undefined ? undefined : await findInvitation(ctx.db.read, hash, ctx.now())
  return found?.guest.id === id ? found : undefined
}

const isName = (name: Name): boolean =>
  Object.values(name).every((one) => one.length <= LONGEST_NAME && !/\p{Cc}/u.test(one))

function problemOf({ refused }: Messages['password'], error: ApiError): string {
  if (error instanceof NameRefused) return refused.name
  if (error instanceof PasswordRefused) return refused[error.flaw]
  if (error.code === 'password_unchanged') return refused.unchanged
  return error.code === 'policy_error' ? refused.elsewhere : refused.other
}
