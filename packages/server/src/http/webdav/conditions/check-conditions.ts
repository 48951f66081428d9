import { contentIdOf } from '../../../files/webdav/listing/content-of.ts'
import type { ActiveLock } from '../../../files/webdav/locks/locks-on.ts'
import { describe } from '../../../files/webdav/locks/take-lock.ts'
import { type Found, type Free, isFolder, type Place } from '../../../files/webdav/places/find-place.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { DavCall } from '../request/call.ts'
import { DavError } from '../request/dav-error.ts'
import { bareEtag, etagOfContent, namesEtag } from './etags.ts'
import { type Condition, parseIf } from './if-header.ts'

/** The tag of a file; folders and places where nothing is have none. */
export async function etagOf(db: Db, place: Place): Promise<string | undefined> {
  if (place.at === 'draft') return etagOfContent(place.draft.content)
  const content = place.at === 'item' && place.entry ? await contentIdOf(db, place.entry) : undefined
  return content && etagOfContent(content)
}

export const isThere = (place: Place): boolean => place.at !== 'free' && place.at !== 'nowhere'

/**
 * What a request demands before it does anything: If-Match, If-None-Match and If. Gives the tokens of locks that it shows. RFC
 * 4918 lets each condition be about another place.
 */
export async function checkConditions(call: DavCall): Promise<ReadonlySet<string>> {
  const [match, noneMatch, given] = ['if-match', 'if-none-match', 'if'].map((name) => call.header(name))
  const shown = new Set<string>()
  if (match === undefined && noneMatch === undefined && given === undefined) return shown
  const db = call.ctx.db.read
  const place = await call.place
  const etag = await etagOf(db, place)
  const there = isThere(place)
  if (match !== undefined && !namesEtag(match, etag, there)) failed('If-Match')
  const isRead = call.req.method === 'GET' || call.req.method === 'HEAD'
  if (noneMatch !== undefined && !isRead && namesEtag(noneMatch, etag, there)) failed('If-None-Match')
  if (given === undefined) return shown
  let holds = false
  for (const { about, lists } of parseIf(given)) {
    for (const { token } of lists.flat()) if (token !== undefined) shown.add(token)
    const other = about === undefined ? { place } : await call.placeAt(about)
    if (holds || !other) continue
    const facts = await factsOf(call, other.place)
    holds = lists.some((list) => list.every((condition) => isMet(condition, facts)))
  }
  if (!holds) failed('If')
  return shown
}

interface Facts {
  etag: string | undefined
  tokens: ReadonlySet<string>
}

async function factsOf(call: DavCall, place: Place): Promise<Facts> {
  const etag = await etagOf(call.ctx.db.read, place)
  if (place.at === 'draft')
    return {
      etag: etag && bareEtag(etag),
      tokens: new Set(place.draft.token === null ? [] : [place.draft.token]),
    }
  const locks = place.at === 'item' || place.at === 'free' ? await locksOn(call, place) : []
  return { etag: etag && bareEtag(etag), tokens: new Set(locks.flatMap(({ token }) => token ?? [])) }
}

const isMet = ({ not, token, etag }: Condition, facts: Facts): boolean =>
  not !== (token !== undefined ? facts.tokens.has(token) : bareEtag(etag ?? '') === facts.etag)

const failed = (header: string): never => {
  throw new DavError(412, `What ${header} demands is not so.`)
}

const locksOn = async (call: DavCall, place: Found | Free): Promise<ActiveLock[]> =>
  (await call.locksIn(place.location.root)).on(place)

/**
 * A lock keeps out whoever does not show its token, other programs of the same person too. One that the person took in the app
 * is no program's, and keeps out others only, which the operations see to.
 */
export async function checkLocks(
  call: DavCall,
  shown: ReadonlySet<string>,
  place: Found | Free,
  { below = false }: { below?: boolean } = {},
): Promise<void> {
  const locks = await call.locksIn(place.location.root)
  refuseUnshown(call, shown, locks.on(place))
  if (below && place.at === 'item' && isFolder(place) && !locks.isEmpty)
    for (const lock of await locks.below(call.ctx.db.read, place)) refuseUnshown(call, shown, [lock])
}

/** Of locks on one item one token is enough: shared ones are held by several. */
function refuseUnshown(call: DavCall, shown: ReadonlySet<string>, locks: readonly ActiveLock[]): void {
  const inTheWay = locks.filter(
    ({ token, personId }) => token !== undefined || personId !== call.who.personId,
  )
  const [first] = inTheWay
  const isShown = ({ token, personId }: ActiveLock) =>
    token !== undefined && shown.has(token) && personId === call.who.personId
  if (!first || inTheWay.some(isShown)) return
  throw new DavError(423, describe(first), '<d:lock-token-submitted/>')
}

/** The folder that a place is in, for what is added to it or taken from it. */
export const folderOf = ({ location, folders }: Found | Free): Found => ({
  at: 'item',
  location,
  folders: folders.slice(0, -1),
  entry: folders.at(-1),
})
