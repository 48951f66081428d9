import type { Ctx } from '../../../platform/context.ts'
import { type Choices, choiceName, listChoices, stopNotices } from '../../../sharing/notices/stop-notices.ts'
import { sourceWord } from '../../../sharing/notices/stop-token.ts'
import { filled, html } from '../frame/markup.ts'
import { type Page, page, type Site, wordsOf } from '../frame/page-frame.ts'
import type { Speech } from '../frame/page-language.ts'
import { siteOf, siteOfPerson } from '../frame/site.ts'

/**
 * Where mails about shared files lead those who do not want them, in the language that these are in, or else in that of
 * the browser. Looking changes nothing: mail scanners do so too.
 */
export async function showStopPage(ctx: Ctx, token: string, speech: Speech): Promise<Page> {
  const found = await listChoices(ctx, token)
  if (!found) return unknown(await siteOf(ctx, speech))
  return choicePage(await siteOfPerson(ctx, speech, found.person), found, token)
}

/** Takes what was chosen on the page, or the one click of a mail program, which stops all that the mail was about. */
export async function takeStop(
  ctx: Ctx,
  token: string,
  { stop, oneClick }: { stop: string; oneClick: boolean },
  speech: Speech,
): Promise<Page> {
  await stopNotices(ctx, token, oneClick ? 'all' : [stop])
  return showStopPage(ctx, token, speech)
}

function choicePage(site: Site, { person, choices }: Choices, token: string): Page {
  const t = wordsOf(site).stop
  const named = choices.map((choice) => ({ ...choice, name: html`<bdi>${choiceName(t, choice)}</bdi>` }))
  const on = named.filter(({ off }) => !off)
  const off = named.filter((choice) => choice.off)
  return page(site, {
    title: t.title,
    body: html`<h1>${t.title}</h1>
<p class="lead">${filled(t.lead, html`<bdi>${person.email}</bdi>`)}</p>
${off.length > 0 && html`<p class="note warn" role="status">${filled(t.off, html`${off.map(({ name }, n) => html`${n > 0 && ', '}${name}`)}`)}</p>`}
${
  on.length > 0 &&
  html`<form method="post" action="?token=${encodeURIComponent(token)}">
<div class="stack">
${on.map(
  ({ source, name }) =>
    html`<button class="secondary" name="stop" value="${sourceWord(source)}">${filled(t.button, name)}</button>
`,
)}
</div>
</form>`
}
<div class="quiet"><p>${t.again}</p></div>`,
  })
}

function unknown(site: Site): Page {
  const t = wordsOf(site).stop
  return page(site, {
    status: 410,
    title: t.unknown,
    body: html`<h1>${t.unknown}</h1>
<p class="lead">${t.unknownWhy}</p>`,
  })
}
