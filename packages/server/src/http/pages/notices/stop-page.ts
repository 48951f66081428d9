import type { Ctx } from '../../../platform/context.ts'
import { type Choice, type Choices, listChoices, stopNotices } from '../../../sharing/notices/stop-notices.ts'
import { sourceWord } from '../../../sharing/notices/stop-token.ts'
import { html } from '../frame/markup.ts'
import { type Page, page, type Site } from '../frame/page-frame.ts'
import { siteOf } from '../frame/site.ts'

/** Where mails about shared files lead those who do not want them. Looking changes nothing: mail scanners do so too. */
export async function showStopPage(ctx: Ctx, token: string): Promise<Page> {
  const found = await listChoices(ctx, token)
  return found
    ? choicePage(await siteOf(ctx, found.person.organization_id), found, token)
    : unknown(await siteOf(ctx))
}

/** Takes what was chosen on the page, or the one click of a mail program, which stops all that the mail was about. */
export async function takeStop(
  ctx: Ctx,
  token: string,
  { stop, oneClick }: { stop: string; oneClick: boolean },
): Promise<Page> {
  await stopNotices(ctx, token, oneClick ? 'all' : [stop])
  return showStopPage(ctx, token)
}

function choicePage(site: Site, { person, choices }: Choices, token: string): Page {
  const on = choices.filter(({ off }) => !off)
  const off = choices.filter((choice) => choice.off)
  const title = 'Mails about shared files'
  return page(site, {
    title,
    body: html`<h1>${title}</h1>
<p class="lead">to <bdi>${person.email}</bdi></p>
${off.length > 0 && html`<p class="note warn" role="status">Turned off: ${off.map(listed)}.</p>`}
${
  on.length > 0 &&
  html`<form method="post" action="?token=${encodeURIComponent(token)}">
<div class="stack">
${on.map(button)}
</div>
</form>`
}
<div class="quiet"><p>You and your administrators can turn on again what was turned off. Mails about your account, such as codes and new
passwords, come in any case.</p></div>`,
  })
}

const listed = ({ name }: Choice, n: number) => html`${n > 0 && ', '}<bdi>${name}</bdi>`

const button = ({ source, name }: Choice) =>
  html`<button class="secondary" name="stop" value="${sourceWord(source)}">No more mails about <bdi>${name}</bdi></button>
`

const unknown = (site: Site): Page =>
  page(site, {
    status: 410,
    title: 'This link no longer works',
    body: html`<h1>This link no longer works</h1>
<p class="lead">The account is not in use any more, or the address is not complete. Copy all of it from the mail.</p>`,
  })
