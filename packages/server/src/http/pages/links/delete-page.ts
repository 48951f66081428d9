import type { File, Folder } from '@holdfast/api/files/files'
import { html } from '../frame/markup.ts'
import type { Page } from '../frame/page-frame.ts'
import { linkPage } from './frame.ts'
import { csrfField, type Shown } from './shown.ts'

/** Asks before something is deleted. */
export function deletePage(shown: Shown, item: File | Folder, back: string): Page {
  const { addresses } = shown
  const address = item.type === 'file' ? addresses.file(item.id) : addresses.folder(item.id)
  const title = item.type === 'file' ? 'Delete this file?' : 'Delete this folder?'
  const body = html`<h1>${title}</h1>
<p class="lead"><strong><bdi>${item.name}</bdi></strong>${item.type === 'folder' && html` and all that is in it`} will be gone for everybody with whom it is shared.</p>
<div class="stack">
<form method="post" action="${address}delete">
${csrfField(shown)}
<button class="danger">Delete</button>
</form>
<a class="button secondary" href="${back}">Keep it</a>
</div>`
  return linkPage(shown, { title, body, narrow: true })
}
