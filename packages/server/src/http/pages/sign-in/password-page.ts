import { ApiError } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import {
  findAccountByToken,
  setPasswordByToken,
} from '../../../sign-in/password-reset/set-password-by-token.ts'
import { html } from '../frame/markup.ts'
import { alertBox, type Page, page, type Site } from '../frame/page-frame.ts'
import { siteOf } from '../frame/site.ts'

/** Where a mailed link leads: a form for a new password, which works without JavaScript. */
export async function showPasswordForm(ctx: Ctx, token: string): Promise<Page> {
  const account = await findAccountByToken(ctx, token)
  return account ? passwordForm(await siteOf(ctx), token, account.email) : expired(await siteOf(ctx))
}

export async function takePasswordForm(ctx: Ctx, token: string, password: string): Promise<Page> {
  const site = await siteOf(ctx)
  const account = await findAccountByToken(ctx, token)
  if (!account) return expired(site)
  try {
    await setPasswordByToken(ctx, token, password)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'password_reset_token_expired') return expired(site)
    return passwordForm(site, token, account.email, problemOf(error))
  }
  return page(site, {
    title: 'Your password is set',
    body: html`<h1>Your password is set</h1>
<p class="lead">You can sign in as <bdi>${account.email}</bdi> now, in your browser and on your devices.</p>`,
  })
}

function passwordForm(site: Site, token: string, email: string, problem?: string): Page {
  const title = 'Choose a password'
  const marks = problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem"`
  const body = html`<h1>${title}</h1>
<p class="lead">for <bdi>${email}</bdi></p>
${alertBox(problem)}
<form method="post" action="?">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="username" autocomplete="username" value="${email}">
<div class="fields">
<div><label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="8" required autofocus${marks}></div>
<button class="primary">Set password</button>
</div>
</form>
<div class="quiet"><p>At least eight characters. A few words in a row are easy to remember and hard to guess.</p></div>`
  return page(site, {
    title: problem === undefined ? title : `Error: ${title}`,
    body,
    status: problem === undefined ? 200 : 400,
  })
}

const expired = (site: Site): Page =>
  page(site, {
    status: 410,
    title: 'This link no longer works',
    body: html`<h1>This link no longer works</h1>
<p class="lead">It was used before, a newer one was sent, or it is too old. Ask for a new one, or ask your administrator.</p>`,
  })

const problemOf = ({ message, extra }: ApiError): string =>
  extra?.error_reason === undefined ? message : `Choose another password: ${extra.error_reason}.`
