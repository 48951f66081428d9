import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import type { RootAccess } from '../../../access/read-entry.ts'
import { mayLock } from '../../../access/root-rules.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import type { EntryRow } from '../../../records/entries.ts'
import { setLock, touchLocks } from '../../../records/locks.ts'
import { isHeld } from '../../basics/check-unlocked.ts'
import { lockInTransaction } from '../../locks/lock-item.ts'
import { unlockInTransaction } from '../../locks/unlock-item.ts'

const addressOf = ({ root_id, id, kind }: EntryRow) => ({ rootId: root_id, entryId: id, kind })

/**
 * Keeps other people from an item as long as a program holds its lock, as a lock in the app does. False where the person may
 * not lock it, or has locked it in the app already.
 */
export async function holdItem(
  tx: Tx,
  who: PersonPrincipal,
  { root, permissions, entry }: RootAccess & { entry: EntryRow },
  ms: number,
  at: Instant,
): Promise<boolean> {
  if (isHeld(entry, at)) return false
  if (!permissions.has('FILE_LOCK') || !(await mayLock(tx, { root, permissions }))) return false
  await lockInTransaction(tx, who, addressOf(entry), ms / MINUTE_MS, at)
  return true
}

/** For longer than was said first. That is no change of who may do what. */
export async function holdLonger(tx: Tx, entry: EntryRow, until: Instant): Promise<void> {
  const { locked_by, lock_holder, locked_at, root_id: rootId, id, parent_id: parentId } = entry
  await setLock(tx, { rootId, id }, { locked_by, lock_holder, locked_at, lock_until: until })
  await touchLocks(tx, { rootId, parentId }, false)
}

/** Lets others at it again, if it is this person that keeps them from it. */
export async function letGo(tx: Tx, who: PersonPrincipal, entry: EntryRow, at: Instant): Promise<void> {
  if (entry.deleted_at !== null || !isHeld(entry, at) || entry.locked_by !== who.personId) return
  await unlockInTransaction(tx, who, addressOf(entry), at)
}
