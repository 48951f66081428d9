import type { OrganizationId } from '@holdfast/api/ids'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { preparedFirst } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import { fail } from '../errors.ts'

export type OrganizationRow = Selectable<Schema['organization']>

const selectOrganization = preparedFirst<{ id: OrganizationId }, OrganizationRow>((db, $) =>
  db.selectFrom('organization').selectAll().where('id', '=', $('id')).compile(),
)
export const findOrganization = (db: Db, id: OrganizationId): Promise<OrganizationRow | undefined> =>
  selectOrganization(db, { id })

export const findFirstOrganization = (db: Db): Promise<{ id: OrganizationId } | undefined> =>
  db.selectFrom('organization').select('id').limit(1).executeTakeFirst()

export function insertOrganization(
  tx: Tx,
  row: Insertable<Schema['organization']>,
): Promise<OrganizationRow> {
  return tx.insertInto('organization').values(row).returningAll().executeTakeFirstOrThrow()
}

type Holding = Pick<OrganizationRow, 'stored_size' | 'policy'>
const raiseStoredSize = preparedFirst<{ id: OrganizationId; bytes: number }, Holding>((db, $) =>
  db
    .updateTable('organization')
    .set({ stored_size: sql`stored_size + ${$('bytes')}` })
    .where('id', '=', $('id'))
    .returning(['stored_size', 'policy'])
    .compile(),
)
/** Counts bytes stored for an organization. Gives what it holds now, and its policy to judge that by. */
export const addStoredSize = async (tx: Tx, id: OrganizationId, bytes: number): Promise<Holding> =>
  (await raiseStoredSize(tx, { id, bytes })) ?? fail('not_found')
