import type { Ctx } from '../../../platform/context.ts'
import { leadingTo, PASSWORD_PATH, queryOf, SIGN_IN_PATH } from '../../../sign-in/password-reset/addresses.ts'
import { requestPasswordReset } from '../../../sign-in/password-reset/request-password-reset.ts'
import { html } from '../frame/markup.ts'
import { alertBox, type Page, page, type Site } from '../frame/page-frame.ts'
import type { LeadsTo } from './leads-to.ts'

/** Asks whom a new password is for. */
export function forgotPage(site: Site, to: LeadsTo, problem?: string): Page {
  const title = 'Choose a new password'
  const marks = problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem"`
  const body = html`<h1>${title}</h1>
<p class="lead">Enter the address of your account. We mail you a link by which you choose a new password.</p>
${alertBox(problem)}
<form method="post" action="?${queryOf({ to })}">
<div class="fields">
<div><label for="email">Email address</label>
<input id="email" name="email" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="320" required autofocus${marks}></div>
<button class="primary">Mail me a link</button>
</div>
</form>
${backToSignIn(to)}`
  return page(site, {
    title: problem === undefined ? title : `Error: ${title}`,
    body,
    status: problem === undefined ? 200 : 400,
  })
}

/** The answer is the same whether the address has an account or not. */
export async function takeForgotForm(ctx: Ctx, site: Site, to: LeadsTo, email: string): Promise<Page> {
  if (!email.includes('@')) return forgotPage(site, to, 'Enter an email address.')
  const destination = ctx.publicUrl + leadingTo(PASSWORD_PATH, to, '{token}')
  await requestPasswordReset(ctx, { email, destination })
  return page(site, {
    title: 'Look into your mailbox',
    body: html`<h1>Look into your mailbox</h1>
<p class="lead">If <strong><bdi>${email}</bdi></strong> has an account here, a mail with a link is on its way. The link works once, within the next hour.</p>
<p class="lead">Nothing there after some minutes? Look among the spam, check the address, or ask your administrator: passwords that your organization keeps in its own directory are changed there.</p>
${backToSignIn(to)}`,
  })
}

const backToSignIn = (to: LeadsTo) =>
  html`<div class="quiet"><p><a href="${leadingTo(SIGN_IN_PATH, to)}">Back to sign-in</a></p></div>`
