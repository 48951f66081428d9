import type { Instant } from '@holdfast/api/time'
import { authorizeUnlock } from '../../access/authorize.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { UNLOCKED } from '../../records/entries.ts'
import { setLock, touchLocks } from '../../records/locks.ts'
import { returnSeq, takeSeq } from '../../records/roots.ts'
import { isHeld } from '../basics/check-unlocked.ts'
import { pathOf } from '../basics/view.ts'
import type { LockPath } from './lock-item.ts'
import { recordLock } from './record-lock.ts'

/** Ends the lock on an item itself; locks on what it is in stay. What is not locked changes nothing. */
export async function unlockItem(ctx: Ctx, who: PersonPrincipal, path: LockPath): Promise<void> {
  await ctx.db.write((tx) => unlockInTransaction(tx, who, path, ctx.now()))
}

export async function unlockInTransaction(
  tx: Tx,
  who: PersonPrincipal,
  path: LockPath,
  at: Instant,
): Promise<void> {
  const seq = await takeSeq(tx, path.rootId)
  const { root, entry, ancestors, mayBreak } = await authorizeUnlock(tx, who, path)
  const item = entry ?? root
  if (!isHeld(item, at)) return returnSeq(tx, root.id)
  if (item.locked_by !== who.personId && !mayBreak)
    fail('forbidden', 'Only the person who locked it, and people who manage the root, can unlock it.')
  await setLock(tx, { rootId: root.id, id: entry?.id ?? 0 }, UNLOCKED)
  if (entry) await touchLocks(tx, { rootId: root.id, parentId: entry.parent_id }, true)
  await recordLock(tx, who, { op: 'unlock', root, entry, ancestors, seq, at })
  const shown = entry ? `${pathOf(ancestors)}/${entry.name}` : '/'
  await recordActivity(tx, who, 'item_unlocked', { root, path: shown }, at)
}
