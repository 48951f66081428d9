import type { File, Folder } from '@holdfast/api/files/files'
import { type Html, html } from '../frame/markup.ts'
import { wordsOf } from '../frame/page-frame.ts'
import type { Shown } from './shown.ts'

/** The way from the shared folder to an item. Nothing above that folder is ever among its ancestors. */
export function crumbs(
  { addresses, look, sharedId }: Pick<Shown, 'addresses' | 'look' | 'sharedId'>,
  { ancestors = [], name }: Pick<File | Folder, 'ancestors' | 'name'>,
): Html {
  const folders = ancestors.filter((above) => above.type === 'folder')
  const steps = folders.map(
    (folder) =>
      html`<li><a href="${folder.id === sharedId ? addresses.topAgain : addresses.folder(folder.id)}"><bdi>${folder.name}</bdi></a></li>`,
  )
  return html`<nav class="crumbs" aria-label="${wordsOf(look).links.location}"><ol>${steps}<li aria-current="page"><bdi>${name}</bdi></li></ol></nav>`
}
