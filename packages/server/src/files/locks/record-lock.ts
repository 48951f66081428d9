import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'
import { type EntryRow, insertChange } from '../../records/entries.ts'
import type { RootRow } from '../../records/roots.ts'
import { tellFolders, type Way } from '../../records/touch-folders.ts'
import { loggedAuthorOf } from '../basics/record-change.ts'

/** Locks are on the log, for those who follow it, but are no new version of the item: what it is stays the same. */
export async function recordLock(
  tx: Tx,
  who: Principal,
  {
    op,
    root,
    entry,
    ancestors,
    seq,
    at,
  }: {
    op: 'lock' | 'unlock'
    root: RootRow
    entry: EntryRow | undefined
    ancestors: Way
    seq: number
    at: Instant
  },
): Promise<void> {
  await tellFolders(tx, root.id, [{ way: ancestors, seq, size: 0 }])
  await insertChange(tx, {
    root_id: root.id,
    seq,
    op,
    entry_id: entry?.id ?? 0,
    kind: entry?.kind ?? 'root',
    parent_id: entry?.parent_id ?? 0,
    name: entry?.name ?? root.name,
    ver: entry?.ver ?? 0,
    revision_id: entry?.revision_id ?? null,
    size: entry?.size ?? 0,
    deleted_at: entry?.deleted_at ?? null,
    ...loggedAuthorOf(who),
    client_op: null,
    first_seq: null,
    at,
  })
}
