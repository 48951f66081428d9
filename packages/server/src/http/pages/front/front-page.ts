import { SIGN_IN_PATH } from '../../../sign-in/password-reset/addresses.ts'
import { html } from '../frame/markup.ts'
import { type Page, page, type Site } from '../frame/page-frame.ts'

/** For anyone who opens the address of the service and was not sent anywhere in it. */
export const frontPage = (site: Site): Page =>
  page(site, {
    title: 'Welcome',
    body: html`<h1>Welcome to <bdi>${site.name}</bdi></h1>
<p class="lead">This is a Holdfast service: it keeps the files of organizations, with all their history, and shares them.</p>
<p class="lead">Was something shared with you? Open the link that you were sent.</p>
<div class="stack">
<a class="button primary" href="${SIGN_IN_PATH}">Sign in</a>
<a class="button secondary" href="/agent">Files on your devices</a>
<a class="button secondary" href="/api/docs">Documentation</a>
</div>`,
  })
