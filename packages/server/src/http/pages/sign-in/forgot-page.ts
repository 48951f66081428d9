import type { Ctx } from '../../../platform/context.ts'
import { leadingTo, PASSWORD_PATH, queryOf, SIGN_IN_PATH } from '../../../sign-in/password-reset/addresses.ts'
import { requestPasswordReset } from '../../../sign-in/password-reset/request-password-reset.ts'
import { filled, html } from '../frame/markup.ts'
import { alertBox, type Page, page, type Site, wordsOf } from '../frame/page-frame.ts'
import type { LeadsTo } from './leads-to.ts'
import { name } from './sign-in-pages.ts'

/** Asks whom a new password is for. */
export function forgotPage(site: Site, to: LeadsTo, problem?: string): Page {
  const { password, general } = wordsOf(site)
  const title = password.forgotTitle
  const marks = problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem"`
  const body = html`<h1>${title}</h1>
<p class="lead">${password.forgotLead}</p>
${alertBox(problem)}
<form method="post" action="?${queryOf({ to })}">
<div class="fields">
<div><label for="email">${general.email}</label>
<input id="email" name="email" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="320" required autofocus${marks}></div>
<button class="primary">${password.forgotButton}</button>
</div>
</form>
${backToSignIn(site, to)}`
  return page(site, {
    title: problem === undefined ? title : general.error(title),
    body,
    status: problem === undefined ? 200 : 400,
  })
}

/** The answer is the same whether the address has an account or not. */
export async function takeForgotForm(ctx: Ctx, site: Site, to: LeadsTo, email: string): Promise<Page> {
  const { password } = wordsOf(site)
  if (!email.includes('@')) return forgotPage(site, to, password.notAnAddress)
  const destination = ctx.publicUrl + leadingTo(PASSWORD_PATH, to, '{token}')
  await requestPasswordReset(ctx, { email, destination })
  return page(site, {
    title: password.sent,
    body: html`<h1>${password.sent}</h1>
<p class="lead">${filled(password.sentTo, name(email))}</p>
<p class="lead">${password.sentHelp}</p>
${backToSignIn(site, to)}`,
  })
}

const backToSignIn = (site: Site, to: LeadsTo) =>
  html`<div class="quiet"><p><a href="${leadingTo(SIGN_IN_PATH, to)}">${wordsOf(site).password.back}</a></p></div>`
