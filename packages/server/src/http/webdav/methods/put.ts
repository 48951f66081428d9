import type { Instant } from '@holdfast/api/time'
import { isDraftName } from '../../../files/webdav/drafts/is-draft-name.ts'
import { saveDraft } from '../../../files/webdav/drafts/save-draft.ts'
import type { Draft, Found, Free } from '../../../files/webdav/places/find-place.ts'
import { saveFile } from '../../../files/webdav/saving/save-file.ts'
import { incomingBytes } from '../../exchange/incoming-bytes.ts'
import type { Reply } from '../../exchange/server.ts'
import { checkConditions, checkLocks, etagOf, folderOf } from '../conditions/check-conditions.ts'
import { checksumOf } from '../conditions/checksum.ts'
import { changeable, type DavCall } from '../request/call.ts'
import { DavError, refuseDav } from '../request/dav-error.ts'

export async function put(call: DavCall): Promise<Reply> {
  const { ctx, who, req, reply } = call
  if (call.header('content-range') !== undefined)
    refuseDav(400, 'A file is sent whole, without Content-Range.')
  const place = await targetOf(call)
  if (place.at === 'draft' || (place.at === 'free' && (await isDraftPlace(call, place))))
    return putDraft(call, place)
  const shown = await checkConditions(call)
  await checkLocks(call, shown, place)
  if (place.at === 'free') await checkLocks(call, shown, folderOf(place))
  const modified = timeIn(call.header('x-oc-mtime'))
  const check = checksumOf(call.header('oc-checksum'))
  const arrived = await saveFile(
    ctx,
    who,
    place,
    sized(call, incomingBytes({ req: req.raw, res: reply.raw })),
    {
      modified,
      created: timeIn(call.header('x-oc-ctime')),
      over: overOf(call, place),
      ...(check && { check }),
    },
  )
  const etag = await etagOf(ctx.db.read, await call.places.find(call.names))
  if (etag !== undefined) reply.header('etag', etag)
  if (modified !== undefined) reply.header('x-oc-mtime', 'accepted')
  return reply.code(arrived.isNew ? 201 : 204).send()
}

export const isDraftPlace = ({ ctx }: DavCall, { location, name }: Free): Promise<boolean> =>
  isDraftName(ctx.db.read, location.root, name)

/** Seen by this sign-in alone, until it is moved to a name that files can have. */
async function putDraft(call: DavCall, place: Draft | Free): Promise<Reply> {
  const { ctx, who, req, reply } = call
  await checkConditions(call)
  const modified = timeIn(call.header('x-oc-mtime'))
  await saveDraft(ctx, who, place, sized(call, incomingBytes({ req: req.raw, res: reply.raw })), { modified })
  const etag = await etagOf(ctx.db.read, await call.places.find(call.names))
  if (etag !== undefined) reply.header('etag', etag)
  if (modified !== undefined) reply.header('x-oc-mtime', 'accepted')
  return reply.code(place.at === 'free' ? 201 : 204).send()
}

async function targetOf(call: DavCall): Promise<Found | Free | Draft> {
  const place = await call.place
  if (place.at === 'nowhere' && !place.isShelf)
    throw new DavError(409, 'The folder for this file is missing.')
  if (place.at === 'free' || place.at === 'draft') return changeable(place)
  if (place.at === 'item' && place.entry?.kind === 'file') return changeable(place)
  if (place.at === 'item') throw new DavError(405, 'This is a folder.')
  throw new DavError(403, 'Nothing can be put here. Put it into one of the locations.')
}

/** Only a request that demands something of what is there is refused for what has come there meanwhile. */
function overOf(call: DavCall, place: Found | Free): number | null | undefined {
  const isGuarded = call.header('if-match') !== undefined || /\[/.test(call.header('if') ?? '')
  if (place.at === 'item' && isGuarded) return place.entry?.ver
  return call.header('if-none-match')?.trim() === '*' ? null : undefined
}

/** Seconds since 1970, as Nextcloud's programs send them; some with a fraction. */
export function timeIn(seconds: string | undefined): Instant | undefined {
  if (seconds === undefined || !/^-?\d{1,12}(\.\d{1,9})?$/.test(seconds.trim())) return undefined
  const at = Math.floor(Number(seconds)) * 1000
  return at > 0 ? at : undefined
}

/** The Finder sends files without a length, and says it beside. */
function sized(call: DavCall, bytes: ReturnType<typeof incomingBytes>): typeof bytes {
  const expected = Number(call.header('x-expected-entity-length') ?? Number.NaN)
  return bytes.announcedSize === undefined && Number.isSafeInteger(expected) && expected >= 0
    ? { ...bytes, announcedSize: expected }
    : bytes
}
