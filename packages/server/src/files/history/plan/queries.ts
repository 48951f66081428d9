import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import { batches } from '../../../platform/db/batches.ts'
import type { Db } from '../../../platform/db/database.ts'
import { IN_STEPS, inRoot } from '../../../platform/db/statements.ts'
import type { EntryKind, ParentId } from '../../../platform/db/tables/files.ts'
import { valueRows } from '../../../platform/db/value-rows.ts'
import { choose } from '../../../records/choose-changes.ts'
import type { EntryRow } from '../../../records/entries.ts'
import type { ByWhom } from '../log-queries.ts'
import { logSteps, type Stretch } from '../log-steps.ts'

/** An item that changed since a point, how often, and how often by those who are asked for. */
export interface Candidate {
  id: EntryId
  changes: number
  theirs: number
}

/** The items that changed in a range of the log, by their ids; no more than just above `limit` of them. */
export async function listCandidates(
  db: Db,
  rootId: RootId,
  range: Stretch,
  { entryId, limit, by }: { entryId: EntryId | undefined; limit: number; by: ByWhom },
): Promise<Candidate[]> {
  const found = new Map<EntryId, Candidate>()
  for (const part of entryId === undefined ? logSteps(range, 'asc') : [range]) {
    if (found.size >= limit) break
    for (const { id, changes, theirs } of await countChanges(db, rootId, part, entryId, by)) {
      const before = found.get(id)
      found.set(id, {
        id,
        changes: changes + (before?.changes ?? 0),
        theirs: theirs + (before?.theirs ?? 0),
      })
    }
  }
  return [...found.values()].sort((one, other) => one.id - other.id)
}

async function countChanges(
  db: Db,
  rootId: RootId,
  part: Stretch,
  entryId: EntryId | undefined,
  by: ByWhom,
): Promise<Candidate[]> {
  const [personId, machineId] = [by.personId ?? null, by.machineId ?? null]
  const { rows } = await sql<Candidate>`
    select ${IN_STEPS} entry_id as id, count(*) as changes, cast(sum(case when
        (cast(${personId} as bigint) is null or person_id = ${personId})
        and (cast(${machineId} as bigint) is null or machine_id = ${machineId})
      then 1 else 0 end) as bigint) as theirs
    from change where root_id = ${rootId} and op not in ('lock', 'unlock') and entry_id <> 0
      and ${choose(db, 'change', part, { entry_id: entryId }).where}
    group by entry_id`.execute(db)
  return rows
}

/** An item now, and what it was at a point: `then_id` is null if it did not change since. */
export interface KnownRow {
  id: EntryId
  kind: EntryKind
  seq: number
  parent_id: ParentId
  name: string
  name_key: string
  revision_id: RevisionId | null
  size: number
  modified_at: Instant
  deleted_at: Instant | null
  deletion_at: Instant | null
  tree_size: number
  then_id: EntryId | null
  then_parent_id: ParentId
  then_name: string
  then_name_key: string
  then_revision_id: RevisionId | null
  then_size: number
  then_modified_at: Instant
  then_deleted_at: Instant | null
  /** Whether the revision of that time is still there, and has the content of the present one. */
  kept: 0 | 1
  same: 0 | 1
}

export async function listKnown(
  db: Db,
  rootId: RootId,
  ids: readonly EntryId[],
  seq: number,
): Promise<KnownRow[]> {
  const found: KnownRow[] = []
  for (const batch of batches(ids)) {
    const { rows } = await sql<KnownRow>`
      select e.id, e.kind, e.seq, e.parent_id, e.name, e.name_key, e.revision_id, e.size, e.modified_at, e.deleted_at,
        e.deletion_at, e.tree_size, v.entry_id as then_id, v.parent_id as then_parent_id, v.name as then_name, v.name_key as then_name_key,
        v.revision_id as then_revision_id, v.size as then_size, v.modified_at as then_modified_at,
        v.deleted_at as then_deleted_at,
        case when t.id is null then 0 else 1 end as kept, case when t.content = n.content then 1 else 0 end as same
      from entry e
      left join entry_version v on ${inRoot(db, rootId, 'v.root_id')} and v.entry_id = e.id
        and v.seq_from <= ${seq} and v.seq_to > ${seq}
      left join revision n on n.root_id = ${rootId} and n.id = e.revision_id
      left join revision t on t.root_id = ${rootId} and t.id = v.revision_id
      where ${inRoot(db, rootId, 'e.root_id')} and e.id in (${sql.join(batch)})`.execute(db)
    for (const row of rows) found.push(row)
  }
  return found
}

export type HeldLock = Pick<EntryRow, 'id' | 'name' | 'lock_holder'>
/** Locks in a root that someone other than `holder` holds. */
export const listLocksOfOthers = (
  db: Db,
  rootId: RootId,
  { holder, at }: { holder: number; at: Instant },
): Promise<HeldLock[]> =>
  db
    .selectFrom('entry')
    .select(['id', 'name', 'lock_holder'])
    .where('root_id', '=', rootId)
    .where('locked_by', 'is not', null)
    .where('locked_by', '<>', holder as never)
    .where(({ or, eb }) => or([eb('lock_until', 'is', null), eb('lock_until', '>', at)]))
    .where('deleted_at', 'is', null)
    .execute()

export interface Placed {
  parentId: ParentId
  nameKey: string
}
/** The live items at some places, by folder and folded name. */
export async function listAtPlaces(
  db: Db,
  rootId: RootId,
  places: readonly Placed[],
): Promise<{ id: EntryId; parent_id: ParentId; name_key: string }[]> {
  const found: { id: EntryId; parent_id: ParentId; name_key: string }[] = []
  for (const batch of batches(places)) {
    const { rows } = await sql<(typeof found)[number]>`
      with place (parent_id, name_key) as (${valueRows(
        ['bigint', 'text'],
        batch.map(({ parentId, nameKey }) => [parentId, nameKey]),
      )})
      select e.id, e.parent_id, e.name_key from place
      cross join entry e
      where e.root_id = ${rootId} and e.parent_id = place.parent_id and e.name_key = place.name_key
        and e.deleted_at is null`.execute(db)
    for (const row of rows) found.push(row)
  }
  return found
}
