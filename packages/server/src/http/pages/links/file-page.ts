import type { File } from '@holdfast/api/files/files'
import type { Messages } from '../../../platform/messages/en/en.ts'
import { filled, type Html, html } from '../frame/markup.ts'
import { type Page, wordsOf } from '../frame/page-frame.ts'
import { visitScript } from './assets.ts'
import { crumbs } from './crumbs.ts'
import { linkPage } from './frame.ts'
import type { Gallery } from './gallery.ts'
import { fileIcon, NEXT_ICON, PREVIOUS_ICON, type Preview } from './icons.ts'
import { aboutLink, type Shown } from './shown.ts'
import type { TextPreview } from './text-preview.ts'
import { timeTag } from './time-tag.ts'

export interface ShownFile {
  file: File
  /** `none` also where the visitor may not look into it; `off` where nobody may. */
  preview: Preview | 'off' | 'limited'
  text?: TextPreview | undefined
  /** For a picture in a folder. */
  gallery?: Gallery | undefined
  mayDownload: boolean
  mayDelete: boolean
}

/** A file with a look into it, whether it is shared itself or is in a shared folder. */
export function filePage(shown: Shown, given: ShownFile): Page {
  const { file, preview, mayDownload, mayDelete } = given
  const { addresses, look } = shown
  const { links: t, filePreview } = wordsOf(look)
  const address = addresses.file(file.id)
  const body = html`${file.ancestors && file.ancestors.length > 0 && crumbs(shown, file)}
<div class="head">
${fileIcon(file.name)}
<div class="title">
<h1><bdi>${file.name}</bdi></h1>
<p class="meta">${t.size(file.size)}<span aria-hidden="true"> · </span>${timeTag(t, file.modified)}<span aria-hidden="true"> · </span>${filled(t.sharedBy, html`<bdi>${shown.sharedBy}</bdi>`)}</p>
</div>
<div class="actions">
${mayDownload && html`<a class="button primary" href="${address}download">${t.download}</a>`}
${mayDelete && html`<a class="button secondary" href="${address}delete">${t.delete}</a>`}
</div>
</div>
${!mayDownload && preview !== 'off' && html`<p class="meta">${filePreview.viewOnly}</p>`}
<section class="preview" aria-label="${given.gallery ? filePreview.pictures : filePreview.label}">
${previewPart(filePreview, given, `${address}preview`)}
</section>
${aboutLink(shown)}`
  return linkPage(shown, { title: file.name, body, script: visitScript() })
}

type Words = Messages['filePreview']

function previewPart(t: Words, { file, preview, text, gallery }: ShownFile, address: string): Html {
  switch (preview) {
    case 'image':
      return galleryPart(t, html`<img src="${address}" alt="${file.name}">`, gallery)
    case 'video':
      return html`<video src="${address}" controls preload="metadata" playsinline aria-label="${file.name}"></video>`
    case 'audio':
      return html`<audio src="${address}" controls preload="metadata" aria-label="${file.name}"></audio>`
    case 'pdf':
      // Phones show no documents inside of pages; there the frame is hidden, and so not loaded.
      return html`<iframe class="document" src="${named(address, file)}#navpanes=0&amp;view=FitH" title="${file.name}" loading="lazy"></iframe>
<p class="open"><a href="${named(address, file)}" target="_blank" rel="noopener">${t.openDocument}</a></p>`
    case 'text':
      return text ? textPart(t, file, text) : nothing(file, t.notText)
    case 'off':
      return nothing(file, t.off)
    case 'limited':
      return nothing(file, t.limited)
    case 'none':
      return nothing(file, t.none)
  }
}

/** Plain links; scripts add keys and swipes. */
function galleryPart(t: Words, picture: Html, gallery: Gallery | undefined): Html {
  if (!gallery) return picture
  const { at, of, among, previous, next, folder } = gallery
  return html`<div class="gallery"><div class="turning">${picture}
${previous !== undefined && html`<a class="turn" rel="prev" href="${previous}"><span>${PREVIOUS_ICON}</span><span class="unseen">${t.previousPicture}</span></a>`}
${next !== undefined && html`<a class="turn" rel="next" href="${next}"><span>${NEXT_ICON}</span><span class="unseen">${t.nextPicture}</span></a>`}</div>
<p class="place"><span>${among === 'pictures' ? t.pictureAt(at, of) : t.itemAt(at, of)}</span><a rel="up" href="${folder}">${t.close}</a></p></div>`
}

/** Viewers of documents show the end of the address as the name. */
function named(address: string, { name }: File): string {
  const end = encodeURIComponent(name.toWellFormed())
  return end.length > 200 ? address : `${address}/${end}`
}

const textPart = (t: Words, { name }: File, { text, cut }: TextPreview): Html =>
  text === ''
    ? html`<p class="nothing">${t.empty}</p>`
    : html`<pre tabindex="0" role="region" aria-label="${t.textOf(name)}" dir="auto">${text}</pre>
${cut && html`<p class="open">${t.cut}</p>`}`

const nothing = ({ name }: File, why: string): Html =>
  html`<div class="nothing">${fileIcon(name)}<p>${why}</p></div>`
