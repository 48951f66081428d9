import type { File } from '@holdfast/api/files/files'
import { type Html, html } from '../frame/markup.ts'
import type { Page } from '../frame/page-frame.ts'
import { crumbs } from './crumbs.ts'
import { linkPage } from './frame.ts'
import { fileIcon, type Preview } from './icons.ts'
import { aboutLink, type Shown } from './shown.ts'
import type { TextPreview } from './text-preview.ts'
import { dayOf, sizeOf } from './words.ts'

export interface ShownFile {
  file: File
  /** `none` also where the visitor may not look into it; `off` where nobody may. */
  preview: Preview | 'off' | 'limited'
  text?: TextPreview | undefined
  mayDownload: boolean
  mayDelete: boolean
}

/** A file with a look into it, whether it is shared itself or is in a shared folder. */
export function filePage(shown: Shown, given: ShownFile): Page {
  const { file, preview, mayDownload, mayDelete } = given
  const { addresses } = shown
  const address = addresses.file(file.id)
  const body = html`${file.ancestors && file.ancestors.length > 0 && crumbs(shown, file)}
<div class="head">
${fileIcon(file.name)}
<div class="title">
<h1><bdi>${file.name}</bdi></h1>
<p class="meta">${sizeOf(file.size)}<span aria-hidden="true"> · </span>${dayOf(file.modified)}<span aria-hidden="true"> · </span>shared by <bdi>${shown.sharedBy}</bdi></p>
</div>
<div class="actions">
${mayDownload && html`<a class="button primary" href="${address}download">Download</a>`}
${mayDelete && html`<a class="button secondary" href="${address}delete">Delete</a>`}
</div>
</div>
${!mayDownload && preview !== 'off' && html`<p class="meta">This can be looked at, and not be saved.</p>`}
<section class="preview" aria-label="Preview">
${previewPart(given, `${address}preview`)}
</section>
${aboutLink(shown)}`
  return linkPage(shown, { title: file.name, body })
}

function previewPart({ file, preview, text }: ShownFile, address: string): Html {
  switch (preview) {
    case 'image':
      return html`<img src="${address}" alt="${file.name}">`
    case 'video':
      return html`<video src="${address}" controls preload="metadata" playsinline aria-label="${file.name}"></video>`
    case 'audio':
      return html`<audio src="${address}" controls preload="metadata" aria-label="${file.name}"></audio>`
    case 'pdf':
      // Phones show no documents inside of pages; there the frame is hidden, and so not loaded.
      return html`<iframe class="document" src="${named(address, file)}#navpanes=0&amp;view=FitH" title="${file.name}" loading="lazy"></iframe>
<p class="open"><a href="${named(address, file)}" target="_blank" rel="noopener">Open the document in a new tab</a></p>`
    case 'text':
      return text ? textPart(file, text) : nothing(file, 'This file is no text, although its name says so.')
    case 'off':
      return nothing(file, 'The organization that shares this file shows no previews.')
    case 'limited':
      return nothing(file, 'There is no preview, as the downloads by this link are counted.')
    case 'none':
      return nothing(file, 'There is no preview of files of this kind.')
  }
}

/** Viewers of documents show the end of the address as the name. */
function named(address: string, { name }: File): string {
  const end = encodeURIComponent(name.toWellFormed())
  return end.length > 200 ? address : `${address}/${end}`
}

const textPart = ({ name }: File, { text, cut }: TextPreview): Html =>
  text === ''
    ? html`<p class="nothing">The file is empty.</p>`
    : html`<pre tabindex="0" role="region" aria-label="Text of ${name}" dir="auto">${text}</pre>
${cut && html`<p class="open">This is the beginning of the file. Download it to see all of it.</p>`}`

const nothing = ({ name }: File, why: string): Html =>
  html`<div class="nothing">${fileIcon(name)}<p>${why}</p></div>`
