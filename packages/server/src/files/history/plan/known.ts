import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Db } from '../../../platform/db/database.ts'
import type { EntryKind, ParentId } from '../../../platform/db/tables/files.ts'
import { type KnownRow, listKnown } from './queries.ts'

/** What can be set back of an item. */
export interface State {
  parentId: ParentId
  name: string
  nameKey: string
  revisionId: RevisionId | null
  size: number
  modifiedAt: Instant
  /** It is marked itself; it may also be in a folder that is. */
  deleted: boolean
}

/** An item as it is, and as it was at the point that is to be restored. */
export interface Known {
  id: EntryId
  kind: EntryKind
  now: State
  /** Undefined if it did not exist. */
  past: State | undefined
  /** Whether the revision of that time is still there, and has the content of the present one. */
  contentKept: boolean
  contentSame: boolean
  /** When it was deleted or restored last. */
  deletion_at: Instant | null
  /** Of a folder, what is below it now. */
  treeSize: number
}

/** Reads some items and all folders that they are in now or were in then. */
export async function readKnown(
  db: Db,
  rootId: RootId,
  ids: Iterable<EntryId>,
  seq: number,
): Promise<Map<EntryId, Known>> {
  const known = new Map<EntryId, Known>()
  const asked = new Set<EntryId>()
  let wanted = new Set(ids)
  while (wanted.size > 0) {
    for (const id of wanted) asked.add(id)
    const parents = new Set<EntryId>()
    for (const row of await listKnown(db, rootId, [...wanted], seq)) {
      const one = knownOf(row, seq)
      known.set(one.id, one)
      for (const state of [one.now, one.past])
        if (state && state.parentId !== 0 && !asked.has(state.parentId)) parents.add(state.parentId)
    }
    wanted = parents
  }
  return known
}

function knownOf(row: KnownRow, seq: number): Known {
  const now: State = {
    parentId: row.parent_id,
    name: row.name,
    nameKey: row.name_key,
    revisionId: row.revision_id,
    size: row.size,
    modifiedAt: row.modified_at,
    deleted: row.deleted_at !== null,
  }
  const { id, kind, deletion_at, tree_size: treeSize } = row
  if (row.seq <= seq)
    return { id, kind, now, past: now, contentKept: true, contentSame: true, deletion_at, treeSize }
  const contentKept = kind === 'folder' || row.kept === 1
  const contentSame = kind === 'folder' || row.same === 1 || row.revision_id === row.then_revision_id
  const past = row.then_id === null ? undefined : pastOf(row)
  return { id, kind, now, past, contentKept, contentSame, deletion_at, treeSize }
}

const pastOf = (row: KnownRow): State => ({
  parentId: row.then_parent_id,
  name: row.then_name,
  nameKey: row.then_name_key,
  revisionId: row.then_revision_id,
  size: row.then_size,
  modifiedAt: row.then_modified_at,
  deleted: row.then_deleted_at !== null,
})
