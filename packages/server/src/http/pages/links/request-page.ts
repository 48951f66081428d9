import { formatUtc } from '@holdfast/api/time'
import type { AtRequest } from '../../../sharing/collecting/receipt.ts'
import type { stateOf } from '../../../sharing/collecting/request-state.ts'
import { filled, type Html, html } from '../frame/markup.ts'
import { alertBox, type Page, wordsOf } from '../frame/page-frame.ts'
import type { News } from './folder-page.ts'
import { linkPage } from './frame.ts'
import { FOLDER_ICON } from './icons.ts'
import { aboutLink, csrfField, type Shown } from './shown.ts'
import { addPart } from './upload-part.ts'

/** What someone typed who has to correct it. */
export interface Typed {
  name: string
  email: string
}

export interface RequestNews extends News {
  typed?: Typed | undefined
}

interface Asked extends RequestNews {
  at: AtRequest
  state: ReturnType<typeof stateOf>
}

/** The page of a file request: what is asked for and until when, then who sends, then the files. */
export function requestPage(shown: Shown, { at, state, typed, ...news }: Asked): Page {
  const { request, sender } = at
  const { title } = request
  const { general } = wordsOf(shown.look)
  const isOpen = state === 'open'
  const knows = sender !== undefined || !request.ask_name
  const body = html`${headPart(shown, at, isOpen)}
${alertBox(news.problem)}
${news.done !== undefined && html`<p class="note good" role="status">${news.done}</p>`}
${!isOpen ? overPart(shown, at, state) : knows ? sendPart(shown, at, news) : whoPart(shown, typed)}
${receiptPart(shown, at)}
${aboutLink(shown)}`
  return linkPage(shown, {
    title: news.problem === undefined ? title : general.error(title),
    body,
    status: news.status ?? 200,
    uploads: isOpen && knows,
  })
}

function headPart(shown: Shown, { request }: AtRequest, isOpen: boolean): Html {
  const { fileRequest: t } = wordsOf(shown.look)
  const { title, note, deadline, timezone } = request
  return html`<div class="head">
${FOLDER_ICON}
<div class="title">
<h1><bdi>${title}</bdi></h1>
${isOpen && html`<p class="meta">${filled(t.asks, html`<bdi>${shown.sharedBy}</bdi>`)}</p>`}
</div>
</div>
${note !== '' && html`<p class="asked" dir="auto">${note}</p>`}
${isOpen && deadline !== null && html`<p class="due">${t.deadline(formatUtc(deadline), timezone)}</p>`}`
}

function overPart(shown: Shown, { request }: AtRequest, state: Asked['state']): Html {
  const { fileRequest: t } = wordsOf(shown.look)
  const { deadline, timezone } = request
  const by = html`<bdi>${shown.sharedBy}</bdi>`
  const ended = state === 'ended' && deadline !== null
  return html`<section class="add over">
<h2>${ended ? t.ended : t.closed}</h2>
<p>${
    ended
      ? filled((name: string) => t.endedWhy(name, formatUtc(deadline), timezone), by)
      : filled(t.closedWhy, by)
  }</p>
</section>`
}

/** The account of someone who is signed in has a name already. */
function whoPart(shown: Shown, typed: Typed | undefined): Html {
  const { fileRequest: t } = wordsOf(shown.look)
  const still = shown.preview && html` disabled`
  const marks = typed && html` aria-invalid="true" aria-describedby="problem"`
  return html`<section class="add" aria-labelledby="who-title">
<h2 id="who-title">${t.who}</h2>
<form method="post" action="${shown.addresses.top}">
${csrfField(shown)}
<input type="hidden" name="step" value="sender">
<div class="fields">
<div><label for="sender-name">${t.name}</label>
<input id="sender-name" name="name" autocomplete="name" maxlength="100" required value="${typed?.name ?? shown.account ?? ''}"${marks}${still}></div>
<div><label for="sender-email">${t.email}</label>
<input id="sender-email" name="email" type="email" autocomplete="email" maxlength="254" value="${typed?.email ?? ''}"${still}></div>
<button class="primary"${still}>${t.continue}</button>
</div>
</form>
</section>`
}

function sendPart(shown: Shown, { sender }: AtRequest, { refused = [] }: News): Html {
  return html`${sender !== undefined && sender.name !== '' && senderPart(shown, sender.name)}
${addPart(shown, { folderId: shown.sharedId, refused, mayMakeFolders: false })}`
}

const senderPart = (shown: Shown, name: string): Html => {
  const { fileRequest: t } = wordsOf(shown.look)
  return html`<div class="sender">${filled(t.sendingAs, html`<bdi>${name}</bdi>`)}
<form method="post" action="${shown.addresses.top}">${csrfField(shown)}<input type="hidden" name="step" value="forget"><button class="link">${t.notYou}</button></form></div>`
}

/** Filled by the script after each upload. */
function receiptPart(shown: Shown, { sender, sent }: AtRequest): Html {
  const { fileRequest: t } = wordsOf(shown.look)
  const email = sender?.email
  return html`<div id="receipt" aria-live="polite">${
    sent &&
    html`<section class="add thanks">
<h2>${t.thanks}</h2>
<p>${t.sent(sent.files, sent.size)}</p>
${email != null && html`<p class="meta">${filled(t.mailed, html`<bdi>${email}</bdi>`)}</p>`}
<p class="actions"><a class="button secondary" href="${shown.addresses.top}receipt">${t.showReceipt}</a><a class="button secondary" href="${shown.addresses.top}receipt.txt" download>${t.download}</a></p>
</section>`
  }</div>`
}
