import type { MachineId, OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { inBatches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'

export type ClosingRow = Selectable<Schema['organization_closing']>

export async function insertClosing(tx: Tx, row: Insertable<Schema['organization_closing']>): Promise<void> {
  await tx.insertInto('organization_closing').values(row).execute()
}

export async function updateClosing(
  tx: Tx,
  id: OrganizationId,
  change: Updateable<Schema['organization_closing']>,
): Promise<void> {
  await tx.updateTable('organization_closing').set(change).where('organization_id', '=', id).execute()
}

export async function deleteClosing(tx: Tx, id: OrganizationId): Promise<void> {
  await tx.deleteFrom('organization_closing').where('organization_id', '=', id).execute()
}

export const findClosing = (db: Db, id: OrganizationId): Promise<ClosingRow | undefined> =>
  db.selectFrom('organization_closing').selectAll().where('organization_id', '=', id).executeTakeFirst()

/** All that are being closed, with their days. */
export const listClosings = (
  db: Db,
): Promise<(Pick<ClosingRow, 'organization_id' | 'reminded_at'> & { closes_at: Instant | null })[]> =>
  db
    .selectFrom('organization_closing as c')
    .innerJoin('organization as o', 'o.id', 'c.organization_id')
    .select(['c.organization_id', 'c.reminded_at', 'o.closes_at'])
    .orderBy('c.organization_id')
    .execute()

/** The next devices of an organization that are signed in. */
export async function listSignedIn(
  db: Db,
  id: OrganizationId,
  after: MachineId | 0,
  limit: number,
): Promise<MachineId[]> {
  const rows = await db
    .selectFrom('machine')
    .select('id')
    .where('organization_id', '=', id)
    .where('id', '>', after as MachineId)
    .where('deleted_at', 'is', null)
    .where('signed_out_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** How many devices of these organizations are signed in, or have copies of files to remove. */
export async function countDevicesLeft(db: Db, ids: readonly OrganizationId[]): Promise<number> {
  const rows = await inBatches(ids, (batch) =>
    db
      .selectFrom('machine as m')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('m.organization_id', 'in', batch)
      .where('m.deleted_at', 'is', null)
      .where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('m.signed_out_at', 'is', null),
          exists(
            selectFrom('machine_job as j')
              .select('j.id')
              .whereRef('j.machine_id', '=', 'm.id')
              .where('j.kind', '=', 'remove_files')
              .where('j.finished_at', 'is', null),
          ),
        ]),
      )
      .execute(),
  )
  return rows.reduce((sum, { count }) => sum + Number(count), 0)
}
