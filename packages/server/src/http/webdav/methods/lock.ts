import { DAY_MS, MINUTE_MS } from '@holdfast/api/time'
import { changeDraft } from '../../../files/webdav/drafts/change-draft.ts'
import { saveDraft } from '../../../files/webdav/drafts/save-draft.ts'
import type { ActiveLock } from '../../../files/webdav/locks/locks-on.ts'
import { type LockWish, newToken, prolongLock, takeLock } from '../../../files/webdav/locks/take-lock.ts'
import { type Draft, type Found, type Free, isFolder } from '../../../files/webdav/places/find-place.ts'
import { saveFile } from '../../../files/webdav/saving/save-file.ts'
import type { Reply } from '../../exchange/server.ts'
import { checkConditions, checkLocks, folderOf } from '../conditions/check-conditions.ts'
import { lockXml } from '../properties/locks-xml.ts'
import { hrefOf } from '../request/address.ts'
import { changeable, type DavCall } from '../request/call.ts'
import { DavError, refuseDav } from '../request/dav-error.ts'
import { childOf, elementsOf, innerXml, nameOf, readXml } from '../xml/read-xml.ts'
import { DAV, nameIn, XML_HEAD, XML_TYPE } from '../xml/write-xml.ts'
import { isDraftPlace } from './put.ts'

const dav = (local: string) => nameIn(DAV, local)
const MAX_OWNER_BYTES = 1024
const [LEAST_MS, USUAL_MS, MOST_MS] = [3 * MINUTE_MS, 30 * MINUTE_MS, DAY_MS]

/** Takes a lock, or with its token and no body lets one last longer. A name that is free becomes an empty file. */
export async function lock(call: DavCall): Promise<Reply> {
  const body = await call.text()
  const ms = durationOf(call.header('timeout'))
  if (body.trim() === '') return prolong(call, ms)
  const place = await call.place
  if (place.at === 'nowhere') throw new DavError(409, 'The folder for this file is missing.')
  if (place.at !== 'free' && place.at !== 'item' && place.at !== 'draft')
    throw new DavError(403, 'Only what is inside a location can be locked.')
  if (place.at === 'draft' || (place.at === 'free' && (await isDraftPlace(call, place))))
    return lockDraft(call, changeable(place), ms, body)
  changeable(place)
  const wish = readWish(body, call.header('depth'), place.at === 'item' && isFolder(place), ms)
  const shown = await checkConditions(call)
  if (place.at === 'item') return tell(call, await takeLock(call.ctx, call.who, place, wish), 200, true)
  await checkLocks(call, shown, folderOf(place))
  const empty = { announcedSize: 0, receive: async () => {} }
  await saveFile(call.ctx, call.who, place, empty, { over: null })
  const made = await call.places.find(call.names)
  if (made.at !== 'item') throw new DavError(409, 'The file was taken away again.')
  return tell(call, await takeLock(call.ctx, call.who, made, wish), 201, true)
}

/** Nobody else sees it, so its lock keeps out nobody: programs ask for one, and show its token from then on. */
async function lockDraft(call: DavCall, place: Draft | Free, ms: number, body: string): Promise<Reply> {
  const { ctx, who } = call
  const wish = readWish(body, undefined, false, ms)
  await checkConditions(call)
  const token = newToken(ctx)
  if (place.at === 'draft') await changeDraft(ctx, place, { token })
  else await saveDraft(ctx, who, place, { announcedSize: 0, receive: async () => {} }, { token })
  const { scope, deep, owner } = wish
  const taken = {
    token,
    personId: who.personId,
    scope,
    deep,
    owner: { xml: owner },
    until: ctx.now() + ms,
    on: 0 as const,
  }
  return tell(call, taken, place.at === 'free' ? 201 : 200, true)
}

async function prolong(call: DavCall, ms: number): Promise<Reply> {
  const place = await call.place
  if (
    place.at === 'draft' &&
    place.draft.token !== null &&
    (await checkConditions(call)).has(place.draft.token)
  ) {
    const { token } = place.draft
    const same = {
      token,
      personId: call.who.personId,
      scope: 'exclusive',
      deep: false,
      owner: { xml: '' },
    } as const
    return tell(call, { ...same, until: call.ctx.now() + ms, on: 0 }, 200, false)
  }
  if (place.at !== 'item') throw new DavError(412, 'There is no lock with this token here.')
  const shown = await checkConditions(call)
  const lasting = await prolongLock(call.ctx, call.who, place as Found, shown, ms)
  if (!lasting) throw new DavError(412, 'There is no lock with this token here.')
  return tell(call, lasting, 200, false)
}

function readWish(body: string, depth: string | undefined, inFolder: boolean, ms: number): LockWish {
  const asked = readXml(body)
  if (nameOf(asked) !== dav('lockinfo')) refuseDav(400, 'A LOCK has a lockinfo element.')
  const scopes = childOf(asked, dav('lockscope'))
  const scope = scopes && elementsOf(scopes)[0]?.local
  const kind = childOf(asked, dav('locktype'))
  if ((scope !== 'exclusive' && scope !== 'shared') || !kind || !childOf(kind, dav('write')))
    return refuseDav(422, 'Locks are exclusive or shared, and for writing.')
  if (depth === '1') refuseDav(400, 'Depth is 0 or infinity.')
  const owner = childOf(asked, dav('owner'))
  const xml = owner ? innerXml(owner) : ''
  return {
    scope,
    deep: inFolder && depth?.trim() !== '0',
    owner: Buffer.byteLength(xml) <= MAX_OWNER_BYTES ? xml : '',
    ms,
  }
}

/** The first of the wishes that can be read; half an hour otherwise. */
function durationOf(header: string | undefined): number {
  const wish = (header ?? '').split(',').find((one) => /^\s*(Second-\d+|Infinite)\s*$/i.test(one))
  if (wish === undefined) return USUAL_MS
  const seconds = Number(/\d+/.exec(wish)?.[0] ?? Number.POSITIVE_INFINITY)
  return Math.min(Math.max(seconds * 1000, LEAST_MS), MOST_MS)
}

function tell(call: DavCall, taken: ActiveLock, status: number, isNew: boolean): Reply {
  if (isNew) call.reply.header('lock-token', `<${taken.token}>`)
  const href = hrefOf(call.names, false)
  return call.reply
    .code(status)
    .header('content-type', XML_TYPE)
    .send(
      `${XML_HEAD}<d:prop xmlns:d="DAV:"><d:lockdiscovery>${lockXml(taken, href, call.ctx.now())}</d:lockdiscovery></d:prop>`,
    )
}
