import assert from 'node:assert/strict'
import { createFolderInFolder, createFolderInRoot, getFolder } from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import { getSharelink, type Sharelink, shareFolder } from '@holdfast/api/sharing/links'
import { sharer } from '../people/sharing.ts'
import { PASSWORD, type Someone, type World } from '../servers/world.ts'
import { FormBrowser, type Shown } from './form-browser.ts'

/** Someone with `/Above/Shared/{a.txt, Sub/b.txt}` and a link to `Shared`, and `/Above/secret.txt` beside it. */
export async function sharedFolder(world: World, given: object = {}) {
  const { ann, organizationId } = await sharer(world, { excluded_extensions: '' })
  const at = { root_id: ann.rootId }
  const above = await ann.call(createFolderInRoot, { ...at, name: 'Above' })
  const secret = await ann.upload('secret.txt', 'secret', above.id)
  const shared = await ann.call(createFolderInFolder, { ...at, folder_id: above.id, name: 'Shared' })
  const a = await ann.upload('a.txt', 'file a', shared.id)
  const sub = await ann.call(createFolderInFolder, { ...at, folder_id: shared.id, name: 'Sub' })
  const b = await ann.upload('b.txt', 'file b', sub.id)
  const link = await ann.call(shareFolder, { ...at, folder_id: shared.id, ...given })
  return { ann, organizationId, above, secret, shared, a, sub, b, link, page: `/shares/folder/${link.hash}/` }
}

/** The names of what is in a folder, as its owner has it. */
export async function listed(ann: Someone, folder_id: EntryId): Promise<string[] | undefined> {
  const folder = await ann.call(getFolder, { root_id: ann.rootId, folder_id })
  return folder.children?.filter(({ is_deleted }) => !is_deleted).map(({ name }) => name)
}

export const linkNow = (ann: Someone, id: number): Promise<Sharelink> =>
  ann.call(getSharelink, { sharelink_id: String(id) })

export const headingOf = ({ text }: Shown): string =>
  /<h1>(.*?)<\/h1>/s.exec(text)?.[1]?.replace(/<[^>]+>/g, '') ?? ''

/** Of the items that the page of a folder lists. */
export const namesIn = ({ text }: Shown): string[] =>
  [...text.matchAll(/class="name" href="[^"]+"><bdi>([^<]*)/g)].map(([, name = '']) => name)

/** The body of a form with files of these names. */
export function filesForm(...names: string[]): FormData {
  const body = new FormData()
  for (const name of names) body.append('file', new Blob([`content of ${name}`]), name)
  return body
}

/** Opens a path, and goes where redirects lead. */
export const opener =
  (world: World) =>
  (path: string, init: RequestInit = {}, browser = new FormBrowser()): Promise<Shown> =>
    browser.open(world.url + path, init)

/** A browser that is signed in from the page of a private link. */
export async function signedIn(world: World, page: string, email: string, password = PASSWORD) {
  const browser = new FormBrowser()
  const closed = await browser.open(world.url + page)
  const address = /href="(\/account\/sign-in[^"]+)"/.exec(closed.text)?.[1] ?? assert.fail(closed.text)
  const form = await browser.open(world.url + address.replaceAll('&#38;', '&'))
  return { browser, shown: await browser.submit(form, 'sign_in', { email, password }) }
}
