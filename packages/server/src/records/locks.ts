import type { EntryId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import { preparedFirst } from '../platform/db/prepared.ts'
import type { Lock, ParentId } from '../platform/db/tables/files.ts'
import type { EntryRow } from './entries.ts'

interface Below {
  rootId: RootId
  /** 0 for the root itself. */
  id: ParentId
  holder: PersonId | 0
  at: Instant
}
/**
 * A lock that someone other than `holder` holds on something in a folder. Goes up from the locks, of which a root has
 * few, not down from the folder. Locks on what is deleted do not count. `> 0` is true of every id: it makes SQLite
 * take the index that holds nothing but locks.
 */
export const findLockBelow = preparedFirst<Below, Pick<EntryRow, 'name' | 'lock_holder'>>((db, $) =>
  sql<Pick<EntryRow, 'name' | 'lock_holder'>>`
    with recursive above (locked_id, id, parent_id) as (
      select id, id, parent_id from entry
      where root_id = ${$('rootId')} and locked_by > 0 and locked_by <> ${$('holder')}
        and (lock_until is null or lock_until > ${$('at')}) and deleted_at is null
      union all
      select locked_id, e.id, e.parent_id
      from above cross join entry e
      where e.root_id = ${$('rootId')} and e.id = above.parent_id and e.deleted_at is null
    )
    select e.name, e.lock_holder from above cross join entry e
    where e.root_id = ${$('rootId')} and e.id = above.locked_id and above.parent_id = ${$('id')} limit 1`.compile(
    db,
  ),
)

export async function setLock(
  tx: Tx,
  { rootId, id }: { rootId: RootId; id: ParentId },
  lock: Lock,
): Promise<void> {
  if (id === 0) await tx.updateTable('root').set(lock).where('id', '=', rootId).execute()
  else await tx.updateTable('entry').set(lock).where('root_id', '=', rootId).where('id', '=', id).execute()
}

/** Counts a change of a lock in a folder; `flipped` where an item became locked or unlocked by it. */
export async function touchLocks(
  tx: Tx,
  { rootId, parentId }: { rootId: RootId; parentId: ParentId },
  flipped: boolean,
): Promise<void> {
  const change = {
    locks_ver: sql<number>`locks_ver + 1`,
    ...(flipped && { locked_ver: sql<number>`locked_ver + 1` }),
  }
  if (parentId === 0) await tx.updateTable('root').set(change).where('id', '=', rootId).execute()
  else
    await tx
      .updateTable('entry')
      .set(change)
      .where('root_id', '=', rootId)
      .where('id', '=', parentId as EntryId)
      .execute()
}

const selectLastEnd = preparedFirst<
  { rootId: RootId; parentId: ParentId; at: Instant },
  { end: Instant | null }
>((db, $) =>
  db
    .selectFrom('entry')
    .select(({ fn }) => fn.max('lock_until').as('end'))
    .where('root_id', '=', $('rootId'))
    .where('parent_id', '=', $('parentId'))
    .where('locked_by', 'is not', null)
    .where('lock_until', '<=', $('at'))
    .compile(),
)
/** When the newest of the locks in a folder ended that ended by themselves; 0 if none did. */
export const lastLockEnd = async (
  db: Db,
  rootId: RootId,
  parentId: ParentId,
  at: Instant,
): Promise<Instant> => (await selectLastEnd(db, { rootId, parentId, at }))?.end ?? 0
