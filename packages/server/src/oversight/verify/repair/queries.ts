import type { EntryId, OrganizationId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import type { Growth } from '../../../platform/content/growth.ts'
import { batches } from '../../../platform/db/batches.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { forUpdate } from '../../../platform/db/locking.ts'
import { ACROSS_ROOTS, inRoot, WHOLE_ROOT } from '../../../platform/db/statements.ts'
import { valueRows } from '../../../platform/db/value-rows.ts'
import { type RootTally, TALLIED } from '../../../records/roots.ts'
import { tally } from '../queries.ts'
import { treesOf } from '../tree-queries.ts'

/** Counts the uses of a root's chunks again, and gives how many were counted wrong. */
export async function recountUses(tx: Tx, rootId: RootId, at: Instant): Promise<number> {
  const uses = sql`(select count(*) from revision_chunk u where u.root_id = chunk.root_id and u.chunk_id = chunk.id)`
  const { numAffectedRows } = await sql`
    ${WHOLE_ROOT} update chunk set refs = ${uses}, unclaimed = case when ${uses} > 0 then 0 else unclaimed end,
      idle_since = case when ${uses} > 0 then null else coalesce(idle_since, cast(${at} as bigint)) end
    where root_id = ${rootId} and stored = 1 and (refs <> ${uses} or (idle_since is null) <> (${uses} > 0)
      or (unclaimed = 1 and ${uses} > 0))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Counts what is in the folders of a root again, and gives those that were wrong. */
export async function recountFolders(tx: Tx, rootId: RootId): Promise<EntryId[]> {
  const children = (deleted: 'is null' | 'is not null') => sql`(select count(*) from entry e
    where e.root_id = entry.root_id and e.parent_id = entry.id and e.deleted_at ${sql.raw(deleted)})`
  const [live, deleted] = [children('is null'), children('is not null')]
  const { rows } = await sql<{ id: EntryId }>`
    ${WHOLE_ROOT} update entry set live_children = ${live}, deleted_children = ${deleted},
      children_ver = children_ver + 1, live_ver = live_ver + 1
    where root_id = ${rootId} and kind = 'folder' and (live_children <> ${live} or deleted_children <> ${deleted})
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

interface Tree {
  id: EntryId
  seq: number
  size: number
}
/** Finds out again what is below the folders of a root, and gives those that knew it wrong. */
export async function recountTrees(tx: Tx, rootId: RootId): Promise<EntryId[]> {
  const { rows } = await sql<Tree>`
    ${ACROSS_ROOTS} select id, right_seq as seq, right_size as size
    from (${treesOf({ from: rootId, to: rootId })}) as t where tree_seq <> right_seq or tree_size <> right_size
    order by id`.execute(tx)
  for (const batch of batches(rows))
    await sql`
      with plan (id, seq, size) as (${valueRows(
        ['bigint', 'bigint', 'bigint'],
        batch.map(({ id, seq, size }) => [id, Number(seq), Number(size)]),
      )})
      update entry set tree_seq = plan.seq, tree_size = plan.size
      from plan where ${inRoot(tx, rootId, 'entry.root_id')} and entry.id = plan.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What a root is to count: of all that is in it, and of its top level. */
export type RootCounts = RootTally & { live_children: number; deleted_children: number }
export const COUNTED = [...TALLIED, 'live_children', 'deleted_children'] as const

export async function countRoot(tx: Tx, rootId: RootId): Promise<RootCounts> {
  const { rows } = await sql<RootCounts>`
    ${ACROSS_ROOTS} select t.*,
      (select count(*) from entry where root_id = ${rootId} and parent_id = 0 and deleted_at is null) as live_children,
      (select count(*) from entry where root_id = ${rootId} and parent_id = 0 and deleted_at is not null)
        as deleted_children
    from (${tally({ from: rootId, to: rootId })}) as t`.execute(tx)
  return rows[0] as RootCounts
}

export async function setRootCounts(tx: Tx, rootId: RootId, counts: Partial<RootCounts>): Promise<void> {
  await tx
    .updateTable('root')
    .set({ ...counts, children_ver: sql`children_ver + 1`, live_ver: sql`live_ver + 1` })
    .where('id', '=', rootId)
    .execute()
}

/** Counts the bytes of an organization again. Gives what it said before and what is right. */
export async function recountBytes(
  tx: Tx,
  id: OrganizationId,
): Promise<{ before: Growth; after: Growth } | undefined> {
  // First the row, so that no upload counts itself between the sum and the update.
  const before = await forUpdate(
    tx.selectFrom('organization').select(['stored_size', 'pending_size']).where('id', '=', id),
    tx,
  ).executeTakeFirst()
  if (!before) return undefined
  const after = await tx
    .selectFrom('root')
    .select(sql<number>`cast(coalesce(sum(stored_size), 0) as bigint)`.as('stored_size'))
    .select(sql<number>`cast(coalesce(sum(pending_size), 0) as bigint)`.as('pending_size'))
    .where('organization_id', '=', id)
    .executeTakeFirstOrThrow()
  await tx.updateTable('organization').set(after).where('id', '=', id).execute()
  return { before, after }
}
