import type { Instant } from '@holdfast/api/time'
import { authorizeContainer } from '../../../access/authorize.ts'
import { fail } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { DavScope } from '../../../platform/db/tables/webdav.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import { findEntry } from '../../../records/entries.ts'
import { holdRoot } from '../../../records/roots.ts'
import { authorizeChange } from '../../basics/authorize-change.ts'
import type { Found } from '../places/find-place.ts'
import { holdItem, holdLonger } from './hold-item.ts'
import { type ActiveLock, RootLocks } from './locks-on.ts'
import { countLocksOf, deleteEndedLocks, insertDavLock, prolongDavLock } from './queries.ts'

/** Enough for a project full of open files, and no way to fill the table. */
const MAX_LOCKS = 2000

export interface LockWish {
  scope: DavScope
  deep: boolean
  /** XML that says whose it is. */
  owner: string
  ms: number
}

/** Takes a lock for a program, unless one that is there shuts it out. */
export async function takeLock(
  ctx: Ctx,
  who: PersonPrincipal,
  place: Found,
  { scope, deep, owner, ms }: LockWish,
): Promise<ActiveLock> {
  const rootId = place.location.root.id
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const root = await holdRoot(tx, rootId)
    await deleteEndedLocks(tx, rootId, at)
    const entry = place.entry && (await findEntry(tx, rootId, place.entry.id))
    const current: Found = { ...place, location: { ...place.location, root }, entry }
    const locks = await RootLocks.read(tx, rootId, at)
    const others = [...locks.on(current), ...(deep ? await locks.below(tx, current) : [])]
    const inTheWay = others.find(
      (lock) =>
        (lock.scope === 'exclusive' || scope === 'exclusive') &&
        (lock.token !== undefined || lock.personId !== who.personId),
    )
    if (inTheWay) fail('resource_locked', describe(inTheWay))
    if ((await countLocksOf(tx, who.personId, rootId)) >= MAX_LOCKS)
      fail('policy_error', `One person can hold up to ${MAX_LOCKS} locks here by WebDAV.`)
    const until: Instant = at + ms
    let holds = false
    if (entry) {
      const address = { rootId, entryId: entry.id, kind: entry.kind }
      const access = await authorizeChange(tx, who, address, 'FILE_WRITE', at)
      const isWhole = entry.kind === 'file' || deep
      holds = scope === 'exclusive' && isWhole && (await holdItem(tx, who, access, ms, at))
    } else await authorizeContainer(tx, who, { rootId, folderId: 0 }, 'FILE_WRITE')
    const token = newToken(ctx)
    await insertDavLock(tx, {
      ...{ token, root_id: rootId, entry_id: entry?.id ?? 0, person_id: who.personId },
      ...{ session_id: who.sessionId, scope, deep: deep ? 1 : 0, holds: holds ? 1 : 0, owner, until },
    })
    const on = entry?.id ?? (0 as const)
    return { token, personId: who.personId, scope, deep, owner: { xml: owner }, until, on }
  })
}

/** Lets a lock last on. Only for who shows its token and is who took it. */
export async function prolongLock(
  ctx: Ctx,
  who: PersonPrincipal,
  place: Found,
  tokens: ReadonlySet<string>,
  ms: number,
): Promise<ActiveLock | undefined> {
  const rootId = place.location.root.id
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    await holdRoot(tx, rootId)
    const locks = await RootLocks.read(tx, rootId, at)
    const lock = locks
      .on(place)
      .find(({ token, personId }) => token !== undefined && tokens.has(token) && personId === who.personId)
    if (!lock?.token) return undefined
    const until: Instant = at + ms
    await prolongDavLock(tx, lock.token, until)
    const entry = lock.on === 0 ? undefined : await findEntry(tx, rootId, lock.on)
    const mayHold = lock.scope === 'exclusive' && entry?.locked_by === who.personId
    if (mayHold && entry.lock_until !== null) await holdLonger(tx, entry, until)
    return { ...lock, until }
  })
}

export const describe = ({ owner }: ActiveLock): string =>
  'name' in owner ? `Locked by ${owner.name}.` : 'Another program has locked this.'

export const newToken = (ctx: Ctx): string => `opaquelocktoken:${uuidOf(ctx.random(16))}`

/** RFC 9562, version 4. */
function uuidOf(bytes: Buffer): string {
  const own = Buffer.from(bytes)
  own[6] = ((own[6] ?? 0) & 0x0f) | 0x40
  own[8] = ((own[8] ?? 0) & 0x3f) | 0x80
  return own.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
