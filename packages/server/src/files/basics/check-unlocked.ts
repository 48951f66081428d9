import type { PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { EntryAccess, RootAccess } from '../../access/authorize.ts'
import { fail } from '../../errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Lock } from '../../platform/db/tables/files.ts'
import { type Actor, type Principal, THE_SERVICE } from '../../platform/principal.ts'
import { findLockBelow } from '../../records/locks.ts'

/** A lock ends by itself at its time; the row still has it then. */
export const isHeld = ({ locked_by, lock_until }: Lock, at: Instant): boolean =>
  locked_by !== null && (lock_until === null || lock_until > at)

/** Locks are held by persons, whatever device they work on. */
export function holderOf(who: Principal): PersonId | undefined {
  if (who.kind === 'visitor') return who.account && holderOf(who.account)
  return who.kind === 'guest' ? undefined : who.personId
}

/** Throws `resource_locked` if someone else holds a lock on an item, a folder above it or its root. */
export function checkUnlocked(
  who: Principal,
  {
    root,
    entry,
    ancestors = [],
  }: Pick<RootAccess, 'root'> & Partial<Pick<EntryAccess, 'entry' | 'ancestors'>>,
  at: Instant,
): void {
  const holder = holderOf(who)
  for (const lock of entry ? [root, ...ancestors, entry] : [root, ...ancestors])
    if (isHeld(lock, at) && lock.locked_by !== holder)
      fail('resource_locked', `Locked by ${lock.lock_holder}.`)
}

/** Throws `resource_locked` if someone else holds a lock on something in a folder, however deep. */
export async function checkUnlockedBelow(
  tx: Tx,
  who: Actor,
  { root, entry }: Pick<EntryAccess, 'root' | 'entry'>,
  at: Instant,
): Promise<void> {
  if (entry.kind === 'file' || who === THE_SERVICE) return
  const lock = await findLockBelow(tx, { rootId: root.id, id: entry.id, holder: holderOf(who) ?? 0, at })
  if (lock) fail('resource_locked', `${lock.name} is locked by ${lock.lock_holder}.`)
}
