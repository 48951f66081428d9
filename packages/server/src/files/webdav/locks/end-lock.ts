import type { Ctx } from '../../../platform/context.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import { findEntry } from '../../../records/entries.ts'
import { holdRoot } from '../../../records/roots.ts'
import type { Found } from '../places/find-place.ts'
import { letGo } from './hold-item.ts'
import { RootLocks } from './locks-on.ts'
import { deleteDavLock, deleteDavLocksOn } from './queries.ts'

/** Ends a lock by its token; undefined where no lock of this person on the place has it. */
export async function endLock(
  ctx: Ctx,
  who: PersonPrincipal,
  place: Found,
  token: string,
): Promise<true | undefined> {
  const rootId = place.location.root.id
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    await holdRoot(tx, rootId)
    const locks = (await RootLocks.read(tx, rootId, at)).on(place)
    const lock = locks.find((one) => one.token === token && one.personId === who.personId)
    if (!lock) return undefined
    await deleteDavLock(tx, token)
    const entry = lock.on === 0 ? undefined : await findEntry(tx, rootId, lock.on)
    // What was locked in the app stays locked: that has no end, or another one.
    if (entry && lock.scope === 'exclusive' && entry.lock_until === lock.until)
      await letGo(tx, who, entry, at)
    return true
  })
}

/** Of an item that was deleted or moved away the locks of programs end; that of the item itself has ended with it. */
export const endLocksOn = (ctx: Ctx, who: PersonPrincipal, { location, entry }: Found): Promise<void> =>
  ctx.db.write(async (tx) => {
    if (!entry) return
    const rootId = location.root.id
    const at = ctx.now()
    await holdRoot(tx, rootId)
    const own = (await RootLocks.read(tx, rootId, at)).own(entry.id, entry)
    const held = own.find(({ token, scope }) => token !== undefined && scope === 'exclusive')
    await deleteDavLocksOn(tx, rootId, [entry.id])
    const now = held && (await findEntry(tx, rootId, entry.id))
    if (now && now.lock_until === held.until) await letGo(tx, who, now, at)
  })
