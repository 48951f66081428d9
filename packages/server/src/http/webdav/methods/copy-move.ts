import { publishDraft, putAside, renameDraft } from '../../../files/webdav/drafts/move-draft.ts'
import { endLocksOn } from '../../../files/webdav/locks/end-lock.ts'
import {
  type Draft,
  type Found,
  type Free,
  isFolder,
  type Place,
} from '../../../files/webdav/places/find-place.ts'
import { copyItem } from '../../../files/webdav/saving/copy-item.ts'
import { type Item, itemAt, moveItem } from '../../../files/webdav/saving/move-item.ts'
import type { Reply } from '../../exchange/server.ts'
import { checkConditions, checkLocks, etagOf, folderOf } from '../conditions/check-conditions.ts'
import { hrefOf } from '../request/address.ts'
import { changeable, type DavCall, existing } from '../request/call.ts'
import { DavError, refuseDav } from '../request/dav-error.ts'
import { isDraftPlace } from './put.ts'

export const copy = (call: DavCall): Promise<Reply> => transfer(call, false)
export const move = (call: DavCall): Promise<Reply> => transfer(call, true)

async function transfer(call: DavCall, isMove: boolean): Promise<Reply> {
  const place = await call.place
  if (place.at === 'draft') return moveDraft(call, changeable(place), isMove)
  const found = await existing(call)
  const from = itemAt(isMove ? changeable(found) : found)
  const { to, names } = await destinationOf(call)
  if (
    to.at === 'draft' ||
    (to.at === 'free' && from.entry.kind === 'file' && (await isDraftPlace(call, to)))
  ) {
    if (to.at === 'draft' && mustNotReplace(call)) refuseDav(412, 'There is something of this name already.')
    const shown = await checkConditions(call)
    if (isMove) await checkLocks(call, shown, from)
    if (isMove) await checkLocks(call, shown, folderOf(from))
    await putAside(call.ctx, call.who, from, to, { keep: !isMove })
    return answer(call, names, to.at === 'draft')
  }
  const isSelf =
    to.at === 'item' && to.location.root.id === from.location.root.id && to.entry.id === from.entry.id
  const spelled = names.at(-1) ?? ''
  // Only the capitals of a name may change in its place.
  if (isSelf && (!isMove || spelled === from.entry.name)) refuseDav(403, 'Both addresses are the same.')
  if (isInside(to, from)) refuseDav(403, 'A folder cannot be put into itself.')
  if (to.at === 'item' && isInside(from, to)) refuseDav(403, 'What is inside a folder cannot take its place.')
  const replaces = to.at === 'item' && !isSelf
  if (replaces && mustNotReplace(call)) refuseDav(412, 'There is something of this name already.')
  const shown = await checkConditions(call)
  await checkLocks(call, shown, to, { below: true })
  if (to.at === 'free') await checkLocks(call, shown, folderOf(to))
  if (isMove) {
    await checkLocks(call, shown, from, { below: true })
    await checkLocks(call, shown, folderOf(from))
    await moveItem(call.ctx, call.who, { from, to }, spelled)
    if (!isSelf) await endLocksOn(call.ctx, call.who, from)
  } else await copyItem(call.ctx, call.who, { from, to }, isShallow(call))
  return answer(call, names, replaces)
}

/** To a name that files can have, or to another one like its own. */
async function moveDraft(call: DavCall, from: Draft, isMove: boolean): Promise<Reply> {
  if (!isMove) refuseDav(403, 'A file with this name can only be moved.')
  const { to, names } = await destinationOf(call)
  const shown = await checkConditions(call)
  const replaces = to.at !== 'free'
  if (to.at === 'item' && isFolder(to)) refuseDav(409, 'There is a folder of this name.')
  if (replaces && mustNotReplace(call)) refuseDav(412, 'There is something of this name already.')
  if (to.at === 'draft' || (to.at === 'free' && (await isDraftPlace(call, to))))
    await renameDraft(call.ctx, call.who, from, to)
  else {
    await checkLocks(call, shown, to)
    if (to.at === 'free') await checkLocks(call, shown, folderOf(to))
    await publishDraft(call.ctx, call.who, from, to)
  }
  return answer(call, names, replaces)
}

const mustNotReplace = (call: DavCall): boolean => call.header('overwrite')?.trim().toUpperCase() === 'F'

async function answer(call: DavCall, names: readonly string[], replaces: boolean): Promise<Reply> {
  const arrived = await call.places.find(names)
  const etag = await etagOf(call.ctx.db.read, arrived)
  if (etag !== undefined) call.reply.header('etag', etag)
  return call.reply
    .code(replaces ? 204 : 201)
    .header('location', hrefOf(names, isFolder(arrived)))
    .send()
}

async function destinationOf(call: DavCall): Promise<{ to: Item | Free | Draft; names: string[] }> {
  const given = call.header('destination')
  if (given === undefined) return refuseDav(400, 'The Destination header is missing.')
  const found = await call.placeAt(given.trim())
  if (!found) return refuseDav(502, 'The destination is not on this service.')
  const { place, names } = found
  return { to: placeFor(place), names }
}

function placeFor(place: Place): Item | Free | Draft {
  if (place.at === 'nowhere' && !place.isShelf)
    throw new DavError(409, 'The folder of the destination is missing.')
  if (place.at === 'free' || place.at === 'draft') return changeable(place)
  if (place.at === 'item') return itemAt(changeable(place))
  throw new DavError(403, 'Nothing can be put here. Put it into one of the locations.')
}

const isInside = (to: Found | Free, { location, entry }: Item): boolean =>
  to.location.root.id === location.root.id && to.folders.some(({ id }) => id === entry.id)

function isShallow(call: DavCall): boolean {
  const depth = call.header('depth')?.trim().toLowerCase() ?? 'infinity'
  if (depth !== '0' && depth !== 'infinity') refuseDav(400, 'Depth is 0 or infinity.')
  return depth === '0'
}
