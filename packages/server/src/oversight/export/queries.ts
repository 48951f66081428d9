import type { ExportId, OrganizationId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { batches, inBatches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { forUpdate } from '../../platform/db/locking.ts'
import type { Schema } from '../../platform/db/schema.ts'

export type ExportRow = Selectable<Schema['organization_export']>
export type ExportedFile = Selectable<Schema['export_file']>
export type ExportSource = Selectable<Schema['export_source']>
export type ExportPart = Selectable<Schema['export_part']>
export type ExportFailure = Selectable<Schema['export_failure']>

export const findExport = (db: Db, id: ExportId): Promise<ExportRow | undefined> =>
  db.selectFrom('organization_export').selectAll().where('id', '=', id).executeTakeFirst()

export const holdExport = (tx: Tx, id: ExportId): Promise<ExportRow | undefined> =>
  forUpdate(tx.selectFrom('organization_export').selectAll().where('id', '=', id), tx).executeTakeFirst()

/** A root that was never there for anybody, to hold chunks. */
export async function insertHiddenRoot(tx: Tx, id: OrganizationId, at: Instant): Promise<RootId> {
  const { id: rootId } = await tx
    .insertInto('root')
    .values({
      ...{ organization_id: id, person_id: null, root_type: 'share', name: 'Export', description: null },
      ...{ created_at: at, deleted_at: at, purged_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return rootId
}

export const insertExport = (tx: Tx, row: Insertable<Schema['organization_export']>): Promise<ExportRow> =>
  tx.insertInto('organization_export').values(row).returningAll().executeTakeFirstOrThrow()

export const updateExport = (
  tx: Tx,
  id: ExportId,
  change: Updateable<Schema['organization_export']>,
): Promise<ExportRow> =>
  tx
    .updateTable('organization_export')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const listExportsOf = (db: Db, id: OrganizationId, limit: number): Promise<ExportRow[]> =>
  db
    .selectFrom('organization_export')
    .selectAll()
    .where('organization_id', '=', id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

const UNDER_WAY = ['waiting', 'running', 'verifying'] as const

export const isUnderWay = ({ state }: Pick<ExportRow, 'state'>): boolean =>
  UNDER_WAY.some((one) => one === state)

export const findUnderWay = (db: Db, id: OrganizationId): Promise<ExportRow | undefined> =>
  db
    .selectFrom('organization_export')
    .selectAll()
    .where('organization_id', '=', id)
    .where('state', 'in', UNDER_WAY)
    .executeTakeFirst()

/** Those that are kept no longer, or whose organization is gone. */
export const listExpired = (db: Db, now: Instant): Promise<ExportRow[]> =>
  db
    .selectFrom('organization_export as x')
    .innerJoin('organization as o', 'o.id', 'x.organization_id')
    .selectAll('x')
    .where(({ or, eb }) => or([eb('x.expires_at', '<=', now), eb('o.deleted_at', 'is not', null)]))
    .execute()

export async function insertSources(tx: Tx, rows: readonly ExportSource[]): Promise<void> {
  for (const batch of batches(rows)) await tx.insertInto('export_source').values(batch).execute()
}

export const findSource = (db: Db, id: ExportId, number: number): Promise<ExportSource | undefined> =>
  db
    .selectFrom('export_source')
    .selectAll()
    .where('export_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()

export async function insertFiles(tx: Tx, rows: readonly ExportedFile[]): Promise<void> {
  for (const batch of batches(rows)) await tx.insertInto('export_file').values(batch).execute()
}

/** By their numbers, from after one on. */
export const listFiles = (
  db: Db,
  id: ExportId,
  { after, part, limit }: { after: number; part?: number; limit: number },
): Promise<ExportedFile[]> => {
  let query = db.selectFrom('export_file').selectAll().where('export_id', '=', id).where('number', '>', after)
  if (part !== undefined) query = query.where('part', '=', part)
  return query.orderBy('number').limit(limit).execute()
}

/** Which of some paths are taken, as digests in hex. */
export async function listTakenPaths(db: Db, id: ExportId, digests: readonly Buffer[]): Promise<string[]> {
  const rows = await inBatches(digests, (batch) =>
    db
      .selectFrom('export_file')
      .select('path_digest')
      .where('export_id', '=', id)
      .where('path_digest', 'in', batch)
      .execute(),
  )
  return rows.map(({ path_digest }) => path_digest.toString('hex'))
}

export async function insertFailures(tx: Tx, rows: readonly ExportFailure[]): Promise<void> {
  for (const batch of batches(rows)) await tx.insertInto('export_failure').values(batch).execute()
}

export const listFailures = (db: Db, id: ExportId, after: number, limit: number): Promise<ExportFailure[]> =>
  db
    .selectFrom('export_failure')
    .selectAll()
    .where('export_id', '=', id)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()

export async function insertPart(tx: Tx, part: ExportPart): Promise<void> {
  await tx.insertInto('export_part').values(part).execute()
}

export async function setPartVerified(
  tx: Tx,
  { export_id, number, sha256 }: Omit<ExportPart, 'size'>,
): Promise<void> {
  await tx
    .updateTable('export_part')
    .set({ sha256 })
    .where('export_id', '=', export_id)
    .where('number', '=', number)
    .execute()
}

export const listParts = (db: Db, id: ExportId): Promise<ExportPart[]> =>
  db.selectFrom('export_part').selectAll().where('export_id', '=', id).orderBy('number').execute()

const NUMBERED = ['export_file', 'export_part', 'export_source'] as const

/** Takes away some of what is known of the parts of an export. Gives how many rows are gone: 0 when none are left. */
export async function removeRows(tx: Tx, id: ExportId, limit: number): Promise<number> {
  let gone = 0
  for (const table of NUMBERED) if (gone === 0) gone = await removeNumbered(tx, table, id, limit)
  return gone
}

/** Gives how many of the names of what is not in it are gone. */
export const removeFailures = (tx: Tx, id: ExportId, limit: number): Promise<number> =>
  removeNumbered(tx, 'export_failure', id, limit)

async function removeNumbered(
  tx: Tx,
  table: (typeof NUMBERED)[number] | 'export_failure',
  id: ExportId,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom(table)
    .where('export_id', '=', id)
    .where('number', 'in', (eb) =>
      eb.selectFrom(table).select('number').where('export_id', '=', id).orderBy('number').limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteExport(tx: Tx, id: ExportId): Promise<void> {
  await tx.deleteFrom('organization_export').where('id', '=', id).execute()
}
