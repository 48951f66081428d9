import { formatUtc } from '@holdfast/api/time'
import type { RequestRow, SenderRow, SentFileRow } from '../../../records/file-requests.ts'
import { filled, html } from '../frame/markup.ts'
import { type Page, type Site, wordsOf } from '../frame/page-frame.ts'
import { visitScript } from './assets.ts'
import { linkPage } from './frame.ts'
import { fileIcon } from './icons.ts'
import type { Shown } from './shown.ts'
import { timeTag } from './time-tag.ts'

export interface Receipt {
  request: RequestRow
  sender: SenderRow
  files: readonly SentFileRow[]
}

/** What was received of someone. As text it has all files, here the first of them. */
export function receiptPage(shown: Shown, { request, sender, files }: Receipt): Page {
  const { fileRequest: t, links } = wordsOf(shown.look)
  const more = sender.files - files.length
  const body = html`<div class="head"><div class="title">
<h1><bdi>${t.receiptOf(request.title)}</bdi></h1>
<p class="meta">${t.sent(sender.files, sender.size)} ${t.explain}</p>
</div></div>
<p class="actions receipt-acts"><a class="button primary" href="${shown.addresses.top}receipt.txt" download>${t.download}</a><a class="button secondary" href="${shown.addresses.topAgain}">${t.back}</a></p>
<ul class="receipt" aria-label="${t.receipt}">${files.map(
    ({ name, size, sha256, sent_at }) => html`<li>${fileIcon(name)}
<div><bdi class="name">${name}</bdi>
<span class="meta">${links.size(size)} · ${filled(t.received, timeTag(links, formatUtc(sent_at)))}</span>
<code>${sha256.toString('hex')}</code></div></li>`,
  )}</ul>
${more > 0 && html`<p class="meta">${t.moreFiles(more)}</p>`}`
  return linkPage(shown, { title: t.receiptOf(request.title), body, script: visitScript() })
}

/** For keeping: lines that programs can read, too. */
export function receiptText(site: Site, sharedBy: string, { request, sender, files }: Receipt): string {
  const { text: t, receipt } = wordsOf(site).fileRequest
  const line = (name: string, value: string) => `${name}: ${value.replaceAll(/\s+/g, ' ')}`
  const head = [
    `${receipt} – ${site.name} (${site.host})`,
    '',
    line(t.title, request.title),
    line(t.from, sharedBy),
    ...(sender.name === '' ? [] : [line(t.sender, sender.name)]),
    line(t.files, String(sender.files)),
    line(t.total, t.bytes(sender.size)),
  ]
  const each = files.flatMap(({ name, size, sha256, sent_at }) => [
    '',
    line(t.name, name),
    line(t.size, t.bytes(size)),
    line('SHA-256', sha256.toString('hex')),
    line(t.received, t.at(formatUtc(sent_at))),
  ])
  return `${[...head, ...each].join('\r\n')}\r\n`
}
