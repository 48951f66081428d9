import type { File, Folder } from '@holdfast/api/files/files'
import { filled, html } from '../frame/markup.ts'
import { type Page, wordsOf } from '../frame/page-frame.ts'
import { linkPage } from './frame.ts'
import { csrfField, type Shown } from './shown.ts'

/** Asks before something is deleted. */
export function deletePage(shown: Shown, item: File | Folder, back: string): Page {
  const { addresses } = shown
  const address = item.type === 'file' ? addresses.file(item.id) : addresses.folder(item.id)
  const { deletion } = wordsOf(shown.look)
  const title = deletion.title[item.type]
  const body = html`<h1>${title}</h1>
<p class="lead">${filled(deletion[item.type], html`<strong><bdi>${item.name}</bdi></strong>`)}</p>
<div class="stack">
<form method="post" action="${address}delete">
${csrfField(shown)}
<button class="danger">${deletion.button}</button>
</form>
<a class="button secondary" href="${back}">${deletion.cancel}</a>
</div>`
  return linkPage(shown, { title, body, narrow: true })
}
