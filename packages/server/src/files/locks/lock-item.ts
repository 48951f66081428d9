import type { RootId } from '@holdfast/api/ids'
import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import { authorizeRoot } from '../../access/authorize.ts'
import type { EntryAddress } from '../../access/read-entry.ts'
import { mayLock } from '../../access/root-rules.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findLockBelow, setLock, touchLocks } from '../../records/locks.ts'
import { returnSeq, takeSeq } from '../../records/roots.ts'
import { authorizeChange } from '../basics/authorize-change.ts'
import { checkUnlocked, checkUnlockedBelow, isHeld } from '../basics/check-unlocked.ts'
import { pathOf } from '../basics/view.ts'
import { recordLock } from './record-lock.ts'

/** What can be locked: a file, a folder with all below it, or a whole root. */
export type LockPath = EntryAddress | { rootId: RootId; kind: 'root' }

/** Keeps others from changing an item. Its holder may do so again, to change how long. */
export async function lockItem(
  ctx: Ctx,
  who: PersonPrincipal,
  path: LockPath,
  minutes: number | undefined,
): Promise<void> {
  await ctx.db.write((tx) => lockInTransaction(tx, who, path, minutes, ctx.now()))
}

export async function lockInTransaction(
  tx: Tx,
  who: PersonPrincipal,
  path: LockPath,
  minutes: number | undefined,
  at: Instant,
): Promise<void> {
  const seq = await takeSeq(tx, path.rootId)
  const access = await authorizeLock(tx, who, path, at)
  const { root, entry, ancestors } = access
  if (!(await mayLock(tx, access)))
    fail('forbidden', 'The policy of the organization does not allow you to lock files (user_lock_files).')
  const item = entry ?? root
  const lock = {
    locked_by: who.personId,
    lock_holder: who.name,
    locked_at: at,
    lock_until: minutes === undefined ? null : at + minutes * MINUTE_MS,
  }
  const held = isHeld(item, at)
  if (held && item.lock_until === null && lock.lock_until === null) return returnSeq(tx, root.id)
  await setLock(
    tx,
    { rootId: root.id, id: entry?.id ?? 0 },
    held ? { ...lock, locked_at: item.locked_at } : lock,
  )
  if (entry) await touchLocks(tx, { rootId: root.id, parentId: entry.parent_id }, !held)
  await recordLock(tx, who, { op: 'lock', root, entry, ancestors, seq, at })
  const shown = entry ? `${pathOf(ancestors)}/${entry.name}` : '/'
  await recordActivity(tx, who, 'item_locked', { root, path: shown }, at)
}

/** Others may hold no lock on it, above it or below it: two locks at once would keep both from working. */
async function authorizeLock(tx: Tx, who: PersonPrincipal, path: LockPath, at: Instant) {
  if (path.kind !== 'root') {
    const access = await authorizeChange(tx, who, path, 'FILE_LOCK', at)
    await checkUnlockedBelow(tx, who, access, at)
    return access
  }
  const access = await authorizeRoot(tx, who, path.rootId, 'FILE_LOCK')
  checkUnlocked(who, access, at)
  const below = await findLockBelow(tx, { rootId: path.rootId, id: 0, holder: who.personId, at })
  if (below) fail('resource_locked', `${below.name} is locked by ${below.lock_holder}.`)
  return { ...access, entry: undefined, ancestors: [] }
}
