import type { EntryId, OrganizationId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import { batches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { inRoot } from '../../platform/db/statements.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { EntryRow } from '../../records/entries.ts'
import { deleteLinksTo } from '../../records/links.ts'
import { unindexName } from '../../records/name-index.ts'
import { forgetPrograms } from '../../records/program-notes.ts'
import type { RevisionRow } from '../../records/revisions.ts'
import type { RootRow } from '../../records/roots.ts'

/** Some of what is directly in a folder, deleted or not. */
export const listSomeChildren = (
  tx: Tx,
  rootId: RootId,
  parentId: ParentId,
  limit: number,
): Promise<EntryRow[]> =>
  tx
    .selectFrom('entry')
    .selectAll()
    .where('root_id', '=', rootId)
    .where('parent_id', '=', parentId)
    .limit(limit)
    .execute()

export interface Weight {
  entry_id: EntryId
  revisions: number
  bytes: number
}
/** How much of a history each of some files has. */
export const weighHistories = (tx: Tx, rootId: RootId, files: readonly EntryId[]): Promise<Weight[]> =>
  tx
    .selectFrom('revision')
    .select('entry_id')
    .select(({ fn }) => fn.countAll<number>().as('revisions'))
    .select(sql<number>`cast(sum(size) as bigint)`.as('bytes'))
    .where('root_id', '=', rootId)
    .where('entry_id', 'in', files)
    .groupBy('entry_id')
    .execute()

/** What the removal of a revision must take from the counters. */
export type OldRevision = Pick<RevisionRow, (typeof OLD)[number]>
const OLD = ['id', 'entry_id', 'size', 'full_size', 'delta_size'] as const

export const listAllRevisions = (tx: Tx, rootId: RootId, files: readonly EntryId[]): Promise<OldRevision[]> =>
  tx.selectFrom('revision').select(OLD).where('root_id', '=', rootId).where('entry_id', 'in', files).execute()

/** Earlier revisions of a file, oldest first: made before a moment, and not among the `keep` newest. */
export async function listEarlier(
  tx: Tx,
  file: Pick<EntryRow, 'root_id' | 'id' | 'revision_id'>,
  { keep = 1, before, limit }: { keep?: number | undefined; before?: Instant | undefined; limit: number },
): Promise<OldRevision[]> {
  const oldestKept = tx
    .selectFrom('revision')
    .select('id')
    .where('root_id', '=', file.root_id)
    .where('entry_id', '=', file.id)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(keep - 1)
  let query = tx
    .selectFrom('revision')
    .select(OLD)
    .where('root_id', '=', file.root_id)
    .where('entry_id', '=', file.id)
    .where('id', '<', oldestKept)
    .where('id', '<>', file.revision_id as RevisionId)
  if (before !== undefined) query = query.where('created_at', '<', before)
  return query.orderBy('id').limit(limit).execute()
}

/** Items that have neither children nor revisions any more. */
export async function deleteEntries(tx: Tx, rootId: RootId, ids: readonly EntryId[]): Promise<void> {
  for (const batch of batches(ids)) {
    await tx.deleteFrom('entry_version').where(inRoot(tx, rootId)).where('entry_id', 'in', batch).execute()
    await unindexName(tx, rootId, batch)
    await deleteLinksTo(tx, rootId, batch)
    await forgetPrograms(tx, rootId, batch)
    await tx.deleteFrom('entry').where(inRoot(tx, rootId)).where('id', 'in', batch).execute()
  }
}

/** Which of some files are deleted, themselves or by a folder above them. */
export async function listDeletedAmong(
  tx: Tx,
  rootId: RootId,
  files: readonly EntryId[],
): Promise<Set<EntryId>> {
  const deleted = new Set<EntryId>()
  for (const batch of batches(files)) {
    const { rows } = await sql<{ id: EntryId }>`
      with recursive above (id, parent_id, deleted_at) as (
        select id, parent_id, deleted_at from entry where ${inRoot(tx, rootId)} and id in (${sql.join(batch)})
        union all
        select above.id, e.parent_id, e.deleted_at from above cross join entry e
        where e.root_id = ${rootId} and e.id = above.parent_id
      )
      select distinct id from above where deleted_at is not null`.execute(tx)
    for (const { id } of rows) deleted.add(id)
  }
  return deleted
}

/** Items of a root that were deleted by a moment, themselves, the oldest first. */
export const listDeletedBy = (
  db: Db,
  rootId: RootId,
  moment: Instant,
  limit: number,
  among?: readonly EntryId[],
): Promise<EntryRow[]> => {
  let query = db
    .selectFrom('entry')
    .selectAll()
    .where('root_id', '=', rootId)
    .where('deleted_at', '<=', moment)
  if (among) query = query.where('id', 'in', among)
  return query.orderBy('deleted_at').orderBy('id').limit(limit).execute()
}

/** Revisions of a root that a newer one had replaced by a moment, the oldest first. */
export const listReplacedBy = (
  tx: Tx,
  rootId: RootId,
  moment: Instant,
  limit: number,
): Promise<OldRevision[]> =>
  tx
    .selectFrom('revision')
    .select(OLD)
    .where('root_id', '=', rootId)
    .where('replaced_at', '<=', moment)
    .orderBy('replaced_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Up to which moment something is to be removed from roots; undefined: never. */
export interface Cutoffs {
  deleted: Instant | undefined
  replaced: Instant | undefined
}

/** Roots of an organization, by number, in which something is to be removed. */
export async function listRootsWithRemains(
  db: Db,
  organizationId: OrganizationId,
  types: readonly RootRow['root_type'][],
  { deleted, replaced }: Cutoffs,
  { after, limit }: { after: RootId | 0; limit: number },
): Promise<RootId[]> {
  const rows = await db
    .selectFrom('root')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .where('root_type', 'in', types)
    .where('id', '>', after as RootId)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('entry')
            .select('entry.id')
            .whereRef('entry.root_id', '=', 'root.id')
            // No moment is before this one.
            .where('entry.deleted_at', '<=', deleted ?? -1),
        ),
        exists(
          selectFrom('revision')
            .select('revision.id')
            .whereRef('revision.root_id', '=', 'root.id')
            .where('revision.replaced_at', '<=', replaced ?? -1),
        ),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Roots of an organization, by number. */
export const listRootIds = async (
  db: Db,
  organizationId: OrganizationId,
  types: readonly RootRow['root_type'][],
  { after, limit }: { after: RootId | 0; limit: number },
): Promise<RootId[]> => {
  const rows = await db
    .selectFrom('root')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .where('root_type', 'in', types)
    .where('id', '>', after as RootId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** How many items or revisions of some roots are to be removed, counted up to a limit. */
export async function countRemainsIn(
  db: Db,
  roots: readonly RootId[],
  what: keyof Cutoffs,
  cutoff: Instant,
  most: number,
): Promise<number> {
  const [table, column] =
    what === 'deleted' ? (['entry', 'deleted_at'] as const) : (['revision', 'replaced_at'] as const)
  let found = 0
  for (const batch of batches(roots)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (
        select 1 from ${sql.table(table)} where root_id in (${sql.join(batch)}) and ${sql.ref(column)} <= ${cutoff}
        limit ${most - found}) as remains`.execute(db)
    found += Number(rows[0]?.count)
    if (found >= most) break
  }
  return found
}

/** How many items and revisions of a root are to be removed, counted up to a limit each. */
export async function countRemains(
  db: Db,
  rootId: RootId,
  { deleted, replaced }: Cutoffs,
  most: number,
): Promise<{ items: number; revisions: number }> {
  const items = db
    .selectFrom('entry')
    .select('id')
    .where('root_id', '=', rootId)
    .where('deleted_at', '<=', deleted ?? -1)
    .limit(most)
  const revisions = db
    .selectFrom('revision')
    .select('id')
    .where('root_id', '=', rootId)
    .where('replaced_at', '<=', replaced ?? -1)
    .limit(most)
  const countOf = async (rows: typeof items | typeof revisions): Promise<number> => {
    const { count } = await db
      .selectFrom((rows as typeof items).as('remains'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }
  return { items: await countOf(items), revisions: await countOf(revisions) }
}
