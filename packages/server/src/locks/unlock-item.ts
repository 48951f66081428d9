import { authorizeUnlock } from '../access/authorize.ts'
import type { PersonPrincipal } from '../access/principal.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Ctx } from '../context.ts'
import { fail } from '../errors.ts'
import { UNLOCKED } from '../files/queries.ts'
import { pathOf } from '../files/view.ts'
import { returnSeq, takeSeq } from '../roots/queries.ts'
import { isHeld } from './held.ts'
import type { LockPath } from './lock-item.ts'
import { setLock, touchLocks } from './queries.ts'
import { recordLock } from './record-lock.ts'

/** Ends the lock on an item itself; locks on what it lies in stay. What is not locked changes nothing. */
export async function unlockItem(ctx: Ctx, who: PersonPrincipal, path: LockPath): Promise<void> {
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const seq = await takeSeq(tx, path.rootId)
    const { root, entry, ancestors, mayBreak } = await authorizeUnlock(tx, who, path)
    const item = entry ?? root
    if (!isHeld(item, at)) return returnSeq(tx, root.id)
    if (item.locked_by !== who.personId && !mayBreak)
      fail('forbidden', 'Only its holder and those who manage the root can end this lock.')
    await setLock(tx, { rootId: root.id, id: entry?.id ?? 0 }, UNLOCKED)
    if (entry) await touchLocks(tx, { rootId: root.id, parentId: entry.parent_id }, true)
    await recordLock(tx, who, { op: 'unlock', root, entry, seq, at })
    const shown = entry ? `${pathOf(ancestors)}/${entry.name}` : '/'
    await recordActivity(tx, who, 'item_unlocked', { root, path: shown }, at)
  })
}
