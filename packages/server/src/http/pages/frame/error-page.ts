import type { ApiError } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import { PLAIN_BRAND } from '../../../records/brand.ts'
import type { ShowError } from '../../exchange/error-handler.ts'
import type { Request } from '../../exchange/server.ts'
import { html } from './markup.ts'
import { type Page, page, type Site } from './page-frame.ts'
import { sendPage } from './send-page.ts'

/** What no page has foreseen, shown to a browser that opens one. The database may be what failed: it is not asked. */
export const showErrors =
  (ctx: Pick<Ctx, 'publicUrl'>): ShowError =>
  (req, reply, error) => {
    if (!opensPage(req)) return false
    const site = { ...PLAIN_BRAND, host: new URL(ctx.publicUrl).host }
    sendPage(reply.header('cache-control', 'no-store'), errorPage(site, error, req))
    return true
  }

/** Browsers say so. What else a program accepts tells nothing: some say that they want pages, and read JSON. */
const opensPage = ({ url, headers }: Request): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && !url.startsWith('/api/')

function errorPage(site: Site, error: ApiError, { method }: Request): Page {
  const { title, text } = wordsFor(error)
  const again =
    error.status >= 500 && method === 'GET'
      ? html`<a class="button primary" href="">Try again</a>`
      : html`<a class="button secondary" href="/">Go to the first page</a>`
  const body = html`<h1>${title}</h1>
<p class="lead">${text}</p>
<div class="stack">${again}</div>`
  return page(site, { title, body, status: error.status })
}

function wordsFor({ status, message }: ApiError): { title: string; text: string } {
  if (status === 503)
    return { title: 'Not available right now', text: 'Nothing is lost. Try again in a moment.' }
  if (status === 404)
    return { title: 'There is no such page', text: 'The address may be mistyped, or what was here is gone.' }
  return { title: 'This did not work', text: message }
}
