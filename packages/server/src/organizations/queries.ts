import type { OrganizationId } from '@holdfast/api/ids'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

export type OrganizationRow = Selectable<Schema['organization']>

export const findOrganization = (db: Db, id: OrganizationId): Promise<OrganizationRow | undefined> =>
  db.selectFrom('organization').selectAll().where('id', '=', id).executeTakeFirst()

export const findFirstOrganization = (db: Db): Promise<{ id: OrganizationId } | undefined> =>
  db.selectFrom('organization').select('id').limit(1).executeTakeFirst()

export function insertOrganization(
  tx: Tx,
  row: Insertable<Schema['organization']>,
): Promise<OrganizationRow> {
  return tx.insertInto('organization').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Counts bytes stored for an organization. Gives what it holds now, and its policy to judge that by. */
export function addStoredSize(
  tx: Tx,
  id: OrganizationId,
  bytes: number,
): Promise<Pick<OrganizationRow, 'stored_size' | 'policy'>> {
  return tx
    .updateTable('organization')
    .set({ stored_size: sql`stored_size + ${bytes}` })
    .where('id', '=', id)
    .returning(['stored_size', 'policy'])
    .executeTakeFirstOrThrow()
}
