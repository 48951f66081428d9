import { setTimeout as delay } from 'node:timers/promises'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { Client } from '@holdfast/api/client'
import { createFolderInFolder, createFolderInRoot, uploadToFolder } from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { makePile, type Pile } from '@holdfast/server/testkit/content/piles'
import { openUnlocked } from '@holdfast/server/testkit/database/open-unlocked'
import type { Place } from '@holdfast/server/testkit/servers/stacks'
import { trust } from './alone.ts'
import { ACCOUNT, type Holdfast } from './holdfast.ts'
import { isServed } from './served.ts'

export interface Size {
  /** Items in one folder. */
  folder: number
  /** Files in the root, that folder's included. */
  root: number
}

const TIMES = 10
const larger = ({ folder, root }: Size): Size => ({ folder: folder * TIMES, root: root * TIMES })
const FULL = { folder: 100_000, root: 500_000 }
const QUICK = { folder: 10_000, root: 20_000 }
export const sizesOf = (quick: boolean) => {
  const small = quick ? QUICK : FULL
  return { small, large: larger(small) }
}

/** Files in each of the other folders. */
const PER_FOLDER = 1000
export const DEPTH = 100
export const PAGE = 100
/** Files that were added after all others. */
const FEW = 5

/** An installation with one large root, whose owner looks at it. */
export interface Grown {
  size: Size
  server: Holdfast
  authorization: string
  rootId: RootId
  /** Holds everything. */
  topId: EntryId
  folderId: EntryId
  /** Is in so many folders. */
  deepId: EntryId
  /** Of that folder. */
  hash: string
  /** A moment that only a few files were changed after. */
  since: string
  /** Behind all changes, and behind all but the newest thousand or fewer. Empty where no such thing is served. */
  cursors: { head: string; behind: string }
}

export async function prepareGrown(
  place: Place,
  size: Size,
  start: (place: Place) => Promise<Holdfast>,
): Promise<Grown> {
  const first = await start(place)
  trust(place)
  const { client, rootId } = await signIn(first)
  const topId = (await client.call(createFolderInRoot, { root_id: rootId, name: 'Top' })).id
  const makeFolder = async (name: string, folder_id = topId) =>
    (await client.call(createFolderInFolder, { root_id: rootId, folder_id, name })).id
  const folderId = await makeFolder('Large')
  const others = await makeFolder('Others')
  let inner = topId
  for (let n = 1; n < DEPTH; n++) inner = await makeFolder(`Depth ${n}`, inner)
  const file = { name: 'deep.txt', bytes: new Blob(['deep']) }
  const deepId = (await client.call(uploadToFolder, { root_id: rootId, folder_id: inner, file })).id
  await first.stop()

  const rest = size.root - size.folder
  await fill(place, [
    { rootId, parentId: folderId, files: size.folder },
    { rootId, parentId: others, files: rest, folders: Math.ceil(rest / PER_FOLDER) },
  ])
  const server = await start(place)
  const { authorization, ...owner } = await signIn(server)
  // Times on the wire have no fractions.
  await delay(1100)
  const since = formatUtc(Date.now())
  for (let n = 0; n < FEW; n++)
    await owner.client.call(uploadToFolder, {
      root_id: rootId,
      folder_id: topId,
      file: { ...file, name: `${n}.txt` },
    })
  const hash = await hashOf(`${server.url}/api/2/files/${rootId}/folder/${folderId}`, authorization)
  const cursors = await findCursors(`${server.url}/api/2/files/${rootId}/changes`, authorization)
  return { size, server, authorization, rootId, topId, folderId, deepId, hash, since, cursors }
}

async function hashOf(address: string, authorization: string): Promise<string> {
  const { headers } = await fetch(address, { method: 'HEAD', headers: { authorization } })
  return headers.get('etag')?.replaceAll('"', '') ?? ''
}

async function findCursors(address: string, authorization: string): Promise<Grown['cursors']> {
  const cursors = { head: '', behind: '' }
  for (let more = isServed('list_changes'); more; ) {
    const query = new URLSearchParams({ limit: '1000', ...(cursors.head && { cursor: cursors.head }) })
    const response = await fetch(`${address}?${query}`, { headers: { authorization } })
    const { cursor, has_more } = (await response.json()) as { cursor: string; has_more: boolean }
    cursors.behind = cursors.head
    cursors.head = cursor
    more = has_more
  }
  return cursors
}

async function signIn(server: Holdfast) {
  const client = new Client({ baseUrl: server.url })
  await client.signIn(ACCOUNT.email, ACCOUNT.password)
  const rootId = (await client.call(getOwnPerson, {})).root_id as RootId
  return { client, rootId, authorization: `Bearer ${client.session?.accessToken}` }
}

async function fill(place: Place, piles: readonly Pile[]): Promise<void> {
  const db = await openUnlocked(place)
  try {
    for (const pile of piles) await makePile(db, pile)
  } finally {
    await db.close()
  }
}
