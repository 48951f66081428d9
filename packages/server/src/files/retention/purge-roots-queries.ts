import type { OrganizationId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { dropRevisions } from '../../platform/content/revision-queries.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { inRoot, readsAll, WHOLE_ROOT } from '../../platform/db/statements.ts'
import { deleteLinksTo } from '../../records/links.ts'
import { unindexName } from '../../records/name-index.ts'
import { deleteNoticesOfRoot } from '../../records/notices.ts'
import { addGrowth } from '../../records/organizations.ts'
import { deleteStarsIn } from '../../records/preferences.ts'
import { forgetPrograms } from '../../records/program-notes.ts'
import { addSizes } from '../../records/roots.ts'
import { fitting } from './drop-revisions.ts'
import { listAllRevisions } from './queries.ts'

type RootToPurge = { id: RootId; organization_id: OrganizationId }

const toPurge = (db: Db) =>
  db.selectFrom('root').where('deleted_at', 'is not', null).where('purged_at', 'is', null)

export async function countRootsToPurge(db: Db): Promise<number> {
  const { count } = await toPurge(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .modifyEnd(readsAll('an index has those alone that are to be purged'))
    .executeTakeFirstOrThrow()
  return count
}

export async function listOrganizationsToPurge(db: Db, deletedSince: Instant): Promise<OrganizationId[]> {
  const rows = await toPurge(db)
    .select('organization_id')
    .distinct()
    .where('deleted_at', '>=', deletedSince)
    .orderBy('organization_id')
    .modifyEnd(readsAll('an index has those alone that are to be purged'))
    .execute()
  return rows.map(({ organization_id }) => organization_id)
}

export function listRootsToPurge(
  db: Db,
  { organizationId, deletedSince }: { organizationId: OrganizationId; deletedSince: Instant },
  limit: number,
): Promise<RootToPurge[]> {
  return toPurge(db)
    .select(['id', 'organization_id'])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', '>=', deletedSince)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Removes some items of a root with all their revisions. Chunks that nothing refers to then are left to the sweep. */
export async function purgeEntries(tx: Tx, root: RootToPurge, limit: number, at: Instant): Promise<number> {
  const found = await tx
    .selectFrom('entry')
    .select('id')
    .where('root_id', '=', root.id)
    .limit(limit)
    .modifyEnd(WHOLE_ROOT)
    .execute()
  const entries = found.map(({ id }) => id)
  if (entries.length === 0) return 0
  const revisions = await listAllRevisions(tx, root.id, entries)
  while (revisions.length > 0) {
    const some = revisions.splice(0, fitting(revisions).length)
    await purgeRevisions(
      tx,
      root,
      some.map(({ id }) => id),
      at,
    )
  }
  await tx.deleteFrom('entry_version').where(inRoot(tx, root.id)).where('entry_id', 'in', entries).execute()
  await unindexName(tx, root.id, entries)
  await deleteLinksTo(tx, root.id, entries)
  await forgetPrograms(tx, root.id, entries)
  await tx.deleteFrom('entry').where(inRoot(tx, root.id)).where('id', 'in', entries).execute()
  return entries.length
}

async function purgeRevisions(
  tx: Tx,
  root: RootToPurge,
  revisions: readonly RevisionId[],
  at: Instant,
): Promise<void> {
  const freed = await dropRevisions(tx, root.id, revisions, at)
  await addSizes(tx, root.id, { stored_size: -freed })
  if (freed > 0) await addGrowth(tx, root.organization_id, { stored_size: -freed })
}

/** Removes some of a root's log and gives how much there was. */
export async function purgeLog(tx: Tx, rootId: RootId, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('change')
    .where('root_id', '=', rootId)
    .where(
      'seq',
      'in',
      tx.selectFrom('change').select('seq').where('root_id', '=', rootId).orderBy('seq').limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function setPurged(tx: Tx, id: RootId, at: Instant): Promise<void> {
  await deleteNoticesOfRoot(tx, id)
  await deleteStarsIn(tx, id)
  await forgetPrograms(tx, id, [0])
  await tx
    .updateTable('root')
    .set({
      purged_at: at,
      seq: 0,
      live_size: 0,
      live_children: 0,
      deleted_children: 0,
      live_files: 0,
      live_revisions: 0,
      live_revision_size: 0,
      deleted_files: 0,
      deleted_revisions: 0,
      deleted_revision_size: 0,
    })
    .where('id', '=', id)
    .execute()
}
