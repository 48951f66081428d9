import type { ApiError } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Messages } from '../../../platform/messages/en/en.ts'
import { PLAIN_BRAND } from '../../../records/brand.ts'
import type { ShowError } from '../../exchange/error-handler.ts'
import type { Request } from '../../exchange/server.ts'
import { html } from './markup.ts'
import { type Page, page, type Site, wordsOf } from './page-frame.ts'
import { browserSpeech } from './page-language.ts'
import { sendPage } from './send-page.ts'

/** What no page has foreseen, shown to a browser that opens one. The database may be what failed: it is not asked. */
export const showErrors =
  (ctx: Pick<Ctx, 'publicUrl'>): ShowError =>
  (req, reply, error) => {
    if (!opensPage(req)) return false
    const speech = browserSpeech(req)
    const site = { ...PLAIN_BRAND, host: new URL(ctx.publicUrl).host, language: speech.browser, speech }
    sendPage(reply.header('cache-control', 'no-store'), errorPage(site, error, req))
    return true
  }

/** Browsers say so. What else a program accepts tells nothing: some say that they want pages, and read JSON. */
const opensPage = ({ url, headers }: Request): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && !url.startsWith('/api/')

function errorPage(site: Site, error: ApiError, { method, id }: Request): Page {
  const t = wordsOf(site)
  const { title, text } = wordsFor(t.problem, error)
  const again =
    error.status >= 500 && method === 'GET'
      ? html`<a class="button primary" href="">${t.general.tryAgain}</a>`
      : html`<a class="button secondary" href="/">${t.problem.home}</a>`
  const body = html`<h1>${title}</h1>
<p class="lead">${text}</p>
<div class="stack">${again}</div>
${error.code === 'unknown' && html`<div class="quiet"><p>${t.general.errorId} <code>${id}</code></p></div>`}`
  return page(site, { title, body, status: error.status })
}

function wordsFor(t: Messages['problem'], { status }: ApiError): { title: string; text: string } {
  if (status === 503) return { title: t.unavailable, text: t.unavailableWhy }
  if (status === 404) return { title: t.notFound, text: t.notFoundWhy }
  return { title: t.other, text: status >= 500 ? t.server : t.request }
}
