import { SIGN_IN_PATH } from '../../../sign-in/password-reset/addresses.ts'
import { filled, html } from '../frame/markup.ts'
import { type Page, page, type Site, wordsOf } from '../frame/page-frame.ts'

/** For anyone who opens the address of the service and was not sent anywhere in it. */
export function frontPage(site: Site): Page {
  const { front, general } = wordsOf(site)
  return page(site, {
    title: front.title,
    body: html`<h1>${filled(front.welcome, html`<bdi>${site.name}</bdi>`)}</h1>
<p class="lead">${front.lead}</p>
<div class="stack">
<a class="button primary" href="${SIGN_IN_PATH}">${general.signIn}</a>
<a class="button secondary" href="/agent">${general.sync}</a>
<a class="button secondary" href="/docs">${front.documentation}</a>
</div>`,
  })
}
