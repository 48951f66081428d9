import type { Instant } from '@holdfast/api/time'
import type { RootAccess } from '../../../access/read-entry.ts'
import { mayLock } from '../../../access/root-rules.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import { type EntryRow, UNLOCKED } from '../../../records/entries.ts'
import { setLock, touchLocks } from '../../../records/locks.ts'
import { takeSeq } from '../../../records/roots.ts'
import { isHeld } from '../../basics/check-unlocked.ts'
import { recordLock } from '../../locks/record-lock.ts'

/**
 * Keeps other people from an item as long as a program holds its lock, as a lock in the app does; not on record, as programs do
 * so whenever they open or save a file. False where the person may not lock it, or has locked it in the app already.
 */
export async function holdItem(
  tx: Tx,
  who: PersonPrincipal,
  { root, permissions, entry }: RootAccess & { entry: EntryRow },
  until: Instant,
  at: Instant,
): Promise<boolean> {
  if (isHeld(entry, at)) return false
  if (!permissions.has('FILE_LOCK') || !(await mayLock(tx, { root, permissions }))) return false
  const seq = await takeSeq(tx, root.id)
  const lock = { locked_by: who.personId, lock_holder: who.name, locked_at: at, lock_until: until }
  await setLock(tx, { rootId: root.id, id: entry.id }, lock)
  await touchLocks(tx, { rootId: root.id, parentId: entry.parent_id }, true)
  await recordLock(tx, who, { op: 'lock', root, entry, seq, at })
  return true
}

/** For longer than was said first. */
export async function holdLonger(
  tx: Tx,
  { id, root_id, parent_id, ...entry }: EntryRow,
  until: Instant,
): Promise<void> {
  const { locked_by, lock_holder, locked_at } = entry
  await setLock(tx, { rootId: root_id, id }, { locked_by, lock_holder, locked_at, lock_until: until })
  await touchLocks(tx, { rootId: root_id, parentId: parent_id }, false)
}

/** Lets others at it again, if it is this person that keeps them from it. */
export async function letGo(
  tx: Tx,
  who: PersonPrincipal,
  { root }: Pick<RootAccess, 'root'>,
  entry: EntryRow,
  at: Instant,
): Promise<void> {
  if (!isHeld(entry, at) || entry.locked_by !== who.personId) return
  const seq = await takeSeq(tx, root.id)
  await setLock(tx, { rootId: root.id, id: entry.id }, UNLOCKED)
  await touchLocks(tx, { rootId: root.id, parentId: entry.parent_id }, true)
  await recordLock(tx, who, { op: 'unlock', root, entry, seq, at })
}
