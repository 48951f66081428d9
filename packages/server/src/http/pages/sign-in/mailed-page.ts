import { ApiError } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import { displayName, type PersonRow } from '../../../records/people.ts'
import { findInvitation, inviteAgain } from '../../../sharing/links/invitation.ts'
import { csrfTokenOf, isCsrfToken } from '../../../sign-in/oauth/authenticate.ts'
import { FORGOT_PATH, leadingTo, queryOf, SIGN_IN_PATH } from '../../../sign-in/password-reset/addresses.ts'
import { findAccountByToken } from '../../../sign-in/password-reset/mailed-token.ts'
import { setPasswordByToken } from '../../../sign-in/password-reset/set-password-by-token.ts'
import { startWebSession } from '../../../sign-in/sessions/open-web-session.ts'
import { textOf } from '../frame/form-text.ts'
import { type Html, html } from '../frame/markup.ts'
import { alertBox, type Page, type PageAnswer, page, type Site } from '../frame/page-frame.ts'
import { siteOf } from '../frame/site.ts'
import { hashIn, type LeadsTo } from './leads-to.ts'
import { stalePage } from './sign-in-page.ts'
import { name, stepForm } from './sign-in-pages.ts'

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
  return choose(ctx, visit, field('token'), field('password'))
}

async function choose(ctx: Ctx, visit: MailedVisit, token: string, password: string): Promise<PageAnswer> {
  const account = await findAccountByToken(ctx, token)
  if (!account) return withoutToken(ctx, visit)
  try {
    return await afterChoosing(ctx, visit, await setPasswordByToken(ctx, token, password))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'password_reset_token_expired') return withoutToken(ctx, visit)
    return chooseForm(ctx, visit, token, account, problemOf(error))
  }
}

async function afterChoosing(ctx: Ctx, { to }: MailedVisit, person: PersonRow): Promise<PageAnswer> {
  // Anyone who reads the mails of an account is the one it belongs to, but for the second step.
  if (to !== undefined && person.two_step_mode === null)
    return { location: to, session: await startWebSession(ctx, person) }
  return page(await siteOf(ctx, person.organization_id), {
    title: 'Your password is set',
    body: html`<h1>Your password is set</h1>
<p class="lead">You can sign in as ${name(person.email)} now, in your browser and on your devices.</p>
<div class="stack"><a class="button primary" href="${leadingTo(SIGN_IN_PATH, to)}">Sign in</a></div>`,
  })
}

/** A token that does not count any more says nothing about whose it was. The address it stands in may. */
async function withoutToken(ctx: Ctx, { site, to, invited, form }: MailedVisit): Promise<PageAnswer> {
  if (!invited) return expired(site, to)
  const hash = hashIn(to)
  if (hash === undefined || !(await findInvitation(ctx.db.read, hash, ctx.now())))
    return { location: leadingTo(SIGN_IN_PATH, to) }
  return page(site, {
    status: 410,
    title: 'This link is too old',
    body: html`<h1>This link is too old</h1>
<p class="lead">It let you choose a password, within two weeks. We can send you a new one, to the address that the first one went to.</p>
${stepForm(
  { query: queryOf({ to }), csrf: csrfTokenOf(form) },
  'invite_again',
  html`<div class="stack"><button class="primary">Mail me a new link</button></div>`,
)}`,
  })
}

const onItsWay = (site: Site): Page =>
  page(site, {
    title: 'Look into your mailbox',
    body: html`<h1>Look into your mailbox</h1>
<p class="lead">A new link is on its way to the address that the first one went to. If nothing is there after some minutes, look among the spam, or ask whoever shared with you.</p>`,
  })

const expired = (site: Site, to: LeadsTo): Page =>
  page(site, {
    status: 410,
    title: 'This link no longer works',
    body: html`<h1>This link no longer works</h1>
<p class="lead">It was used before, a newer one was sent, or it is too old.</p>
<div class="stack">
<a class="button primary" href="${leadingTo(FORGOT_PATH, to)}">Forgot your password?</a>
<a class="button secondary" href="${leadingTo(SIGN_IN_PATH, to)}">Sign in</a>
</div>`,
  })

async function chooseForm(
  ctx: Ctx,
  visit: MailedVisit,
  token: string,
  { id, email, organization_id }: PersonRow,
  problem?: string,
): Promise<Page> {
  const { to, form, invited } = visit
  const hash = invited ? hashIn(to) : undefined
  const found = hash === undefined ? undefined : await findInvitation(ctx.db.read, hash, ctx.now())
  const invitation = found?.guest.id === id ? found : undefined
  const what = invitation?.link.kind
  const title = invitation
    ? `${displayName(invitation.creator)} shared ${invitation.shared.entry.name} with you`
    : 'Choose a password'
  const marks = problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem"`
  const body = html`<h1>${invitation ? greeting(invitation) : title}</h1>
${invitation && html`<p class="lead">Welcome! To open the ${what}, <a href="${leadingTo(SIGN_IN_PATH, to)}">sign in</a>, or choose a password now.</p>`}
${alertBox(problem)}
${stepForm(
  { query: queryOf({ to }), csrf: csrfTokenOf(form) },
  'choose',
  html`<input type="hidden" name="token" value="${token}">
<div class="fields">
<div><label for="email">Email address</label>
<input id="email" autocomplete="username" readonly value="${email}"></div>
<div><label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="8" required autofocus${marks}></div>
<button class="primary">${invitation ? `Set password and open the ${what}` : 'Set password'}</button>
</div>`,
)}
<div class="quiet"><p>At least eight characters. A few words in a row are easy to remember and hard to guess.</p></div>`
  return page(await siteOf(ctx, organization_id), {
    title: problem === undefined ? title : `Error: ${title}`,
    body,
    status: problem === undefined ? 200 : 400,
  })
}

const greeting = ({ creator, shared }: { creator: PersonRow; shared: { entry: { name: string } } }): Html =>
  html`<bdi>${displayName(creator)}</bdi> shared <bdi>${shared.entry.name}</bdi> with you`

const problemOf = ({ message, extra }: ApiError): string =>
  extra?.error_reason === undefined ? message : `Choose another password: ${extra.error_reason}.`
