import { mayHaveThumbnail } from '@holdfast/api/files/file-kinds'
import type { File, Folder, Item, SortKey } from '@holdfast/api/files/files'
import type { Messages } from '../../../platform/messages/en/en.ts'
import { filled, type Html, html } from '../frame/markup.ts'
import { alertBox, type Page, wordsOf } from '../frame/page-frame.ts'
import { visitScript } from './assets.ts'
import { crumbs } from './crumbs.ts'
import { linkPage } from './frame.ts'
import { DOWNLOAD_ICON, FOLDER_ICON, fileIcon, previewOf } from './icons.ts'
import { aboutLink, type Shown } from './shown.ts'
import { timeTag } from './time-tag.ts'
import { type Addition, addPart } from './upload-part.ts'

export interface Listing {
  sort: SortKey
  order: 'asc' | 'desc'
  page: number
  view: 'list' | 'grid'
}

export interface ShownFolder extends News {
  folder: Folder
  items: readonly Item[]
  listing: Listing
  pages: number
  total: number
  mayDownload: boolean
  /** What there is to download, in bytes; undefined where that is much to look at. */
  size: number | undefined
  mayAdd: boolean
  mayDelete: boolean
  /** Whether pictures are shown small. */
  hasThumbnails: boolean
  /** Others who come by the link add files and see none. */
  uploadOnly: boolean
}

/** What came of a form. */
export interface News {
  done?: string | undefined
  problem?: string | undefined
  refused?: Addition['refused']
  status?: number
}

export function folderPage(shown: Shown, given: ShownFolder): Page {
  const { folder, items, total, mayDownload, mayAdd, done, problem, refused = [], status = 200 } = given
  const { links: t, general } = wordsOf(shown.look)
  const inner = folder.id !== shown.sharedId
  const here = shown.addresses.folder(folder.id)
  const body = html`${inner && crumbs(shown, folder)}
<div class="head">
${FOLDER_ICON}
<div class="title">
<h1><bdi>${folder.name}</bdi></h1>
<p class="meta">${t.items(total)}<span aria-hidden="true"> · </span>${filled(t.sharedBy, html`<bdi>${shown.sharedBy}</bdi>`)}</p>
</div>
<div class="actions">
${mayDownload && total > 0 && html`<a class="button primary" href="${here}download">${given.size === undefined ? t.downloadAll : t.downloadAllOf(t.size(given.size))}</a>`}
</div>
</div>
${alertBox(problem)}
${done !== undefined && html`<p class="note good" role="status">${done}</p>`}
${mayAdd && addPart(shown, { folderId: folder.id, refused, mayMakeFolders: true })}
${given.uploadOnly && html`<p class="meta">${t.uploadOnly}</p>`}
<div id="items" class="${[mayDownload && 'downloadable', given.mayDelete && 'deletable'].filter(Boolean).join(' ')}">
${items.length === 0 ? emptyPart(t, mayAdd) : listPart(shown, here, given)}
</div>
${aboutLink(shown)}`
  const title = problem === undefined ? folder.name : general.error(folder.name)
  return linkPage(shown, { title, body, status, ...(mayAdd ? { uploads: true } : { script: visitScript() }) })
}

type Words = Messages['links']

const emptyPart = (t: Words, mayAdd: boolean): Html =>
  html`<div class="nothing">${FOLDER_ICON}<p>${t.empty}${mayAdd && ` ${t.emptyAdd}`}</p></div>`

const SORTS: readonly SortKey[] = ['name', 'size', 'modified']

/** Pictures turn in the order that their folder was listed in. By name, which is the usual one, the address says nothing. */
const orderOf = (listing: Listing): string => {
  const { sort, order, view } = listing
  return sort === 'name' && order === 'asc' && view === 'list' ? '' : orderQuery(listing)
}

/** How a folder is shown, wherever one goes on in it. A list is the usual way, and not said. */
export const orderQuery = ({ sort, order, view }: Omit<Listing, 'page'>): string =>
  `?sort=${sort}&order=${order}${view === 'grid' ? '&view=grid' : ''}`

export const query = (listing: Listing): string => `${orderQuery(listing)}&page=${listing.page}`

/** A second click on the way that is chosen turns it around. Sizes and dates begin with the most. */
function sortLink(t: Words, here: string, listing: Listing, sort: SortKey): Html {
  const chosen = listing.sort === sort
  const first = sort === 'name' ? 'asc' : 'desc'
  const order = chosen ? (listing.order === 'asc' ? 'desc' : 'asc') : first
  const now = listing.order === 'asc' ? t.ascending : t.descending
  return html`<li class="by-${sort}"><a href="${here}${query({ ...listing, sort, order, page: 1 })}"${chosen && html` aria-current="true"`}>${t.sorts[sort]}${
    chosen &&
    html`<span aria-hidden="true"> ${listing.order === 'asc' ? '↑' : '↓'}</span><span class="unseen"> (${now})</span>`
  }</a></li>`
}

function listPart(shown: Shown, here: string, given: ShownFolder): Html {
  const { items, listing } = given
  const t = wordsOf(shown.look).links
  const isGrid = listing.view === 'grid'
  return html`<nav class="sorts" aria-label="${t.sortBy}"><ul>${SORTS.map((sort) => sortLink(t, here, listing, sort))}</ul></nav>
${hasPictures(given) && viewsPart(t, here, listing)}
<ul class="${isGrid ? 'items tiles' : 'items'}">
${items.map((item) => itemPart(shown, item, given))}
</ul>
${pager(t, here, given)}`
}

const hasPictures = ({ items, hasThumbnails }: ShownFolder): boolean =>
  hasThumbnails && items.some((item) => item.type === 'file' && mayHaveThumbnail(item))

const VIEWS = ['list', 'grid'] as const

/** Plain links: the address says how the folder is shown, also to whom it is sent on. */
const viewsPart = (t: Words, here: string, listing: Listing): Html =>
  html`<nav class="views" aria-label="${t.view}"><ul>${VIEWS.map(
    (view) =>
      html`<li><a href="${here}${query({ ...listing, view })}"${listing.view === view && html` aria-current="true"`}>${t.views[view]}</a></li>`,
  )}</ul></nav>`

/** Where there is none, what would be below it stays visible. */
const picturePart = (address: string, name: string): Html =>
  html`<span class="picture">${fileIcon(name)}<img src="${address}" alt="" loading="lazy" width="36" height="36"></span>`

function itemPart({ addresses, look }: Shown, item: Item, given: ShownFolder): Html {
  const { mayDownload, mayDelete, hasThumbnails, listing } = given
  const t = wordsOf(look).links
  const isFile = item.type === 'file'
  const address = isFile ? addresses.file(item.id) : addresses.folder(item.id)
  const iconPart = !isFile
    ? FOLDER_ICON
    : hasThumbnails && mayHaveThumbnail(item)
      ? picturePart(addresses.thumbnail(item, listing.view === 'grid' ? 256 : 96), item.name)
      : fileIcon(item.name)
  return html`<li>${iconPart}<a class="name" href="${address}${isFile && previewOf(item.name) === 'image' && orderOf(listing)}"><bdi>${item.name}</bdi></a>
<span class="told">${isFile ? factsOf(t, item) : html`<span class="size">${t.folder}</span>`}</span>
<span class="does">${mayDownload && html`<a class="download" href="${address}download" title="${isFile ? t.download : t.downloadZip}">${DOWNLOAD_ICON}<span class="unseen">${t.downloadOf(item.name)}</span></a>`}${
    mayDelete &&
    html`<a class="delete" href="${address}delete" aria-label="${t.deleteOf(item.name)}">${t.delete}</a>`
  }</span></li>
`
}

const factsOf = (t: Words, { size, modified }: File): Html =>
  html`<span class="size">${t.size(size)}</span><span class="date">${timeTag(t, modified)}</span>`

function pager(t: Words, here: string, { listing, pages }: ShownFolder): Html | undefined {
  if (pages <= 1) return undefined
  const to = (page: number, label: string, rel: string) =>
    page >= 1 && page <= pages
      ? html`<li><a class="button secondary" rel="${rel}" href="${here}${query({ ...listing, page })}">${label}</a></li>`
      : html`<li><span class="button secondary" aria-disabled="true">${label}</span></li>`
  return html`<nav class="pager" aria-label="${t.pages}"><ul>
${to(listing.page - 1, t.previous, 'prev')}
<li aria-current="page">${t.page(listing.page, pages)}</li>
${to(listing.page + 1, t.next, 'next')}
</ul></nav>`
}
