import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'
import { type EntryRow, insertEntry } from '../../records/entries.ts'
import { nameKey } from '../../records/names.ts'
import type { RootRow } from '../../records/roots.ts'
import { touchContainer, type Way } from '../../records/touch-folders.ts'
import { recordChange } from './record-change.ts'

interface NewFolder {
  root: RootRow
  /** The folders that it goes into, outermost first. */
  way: Way
  name: string
  seq: number
  /** Of the operation, where it makes other changes too. */
  firstSeq?: number
  at: Instant
  clientOp?: string | undefined
  meta?: string | undefined
}

/** For callers who have shown that it may be made there; `seq` is the root's next number. */
export async function makeFolder(
  tx: Tx,
  who: Principal,
  { root, way, name, seq, firstSeq, at, clientOp, meta }: NewFolder,
): Promise<EntryRow> {
  const entry = await insertEntry(tx, {
    root_id: root.id,
    parent_id: way.at(-1)?.id ?? 0,
    kind: 'folder',
    name,
    name_key: nameKey(name),
    size: 0,
    created_at: at,
    modified_at: at,
    changed_at: at,
    seq,
    meta: meta ?? null,
  })
  await touchContainer(tx, root.id, { way, live: 1, deleted: 0, seq, size: 0 })
  await recordChange(tx, who, {
    op: 'create',
    entry,
    at,
    clientOp,
    ...(firstSeq !== undefined && { firstSeq }),
  })
  return entry
}
