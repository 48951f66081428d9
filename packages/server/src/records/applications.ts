import type { ApplicationId, OrganizationId } from '@holdfast/api/ids'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import type { Schema } from '../platform/db/schema.ts'

export type ApplicationRow = Selectable<Schema['application']>

export const findApplicationByClientId = (db: Db, clientId: string): Promise<ApplicationRow | undefined> =>
  db.selectFrom('application').selectAll().where('client_id', '=', clientId).executeTakeFirst()

/** What each application that has any has registered. */
export const listWebOrigins = (db: Db): Promise<Pick<ApplicationRow, 'web_origins'>[]> =>
  db.selectFrom('application').select('web_origins').where('web_origins', '<>', '[]').execute()

/** What the application has registered that an access token was given to, whether it still counts or not. */
export const findWebOriginsOfToken = (
  db: Db,
  hash: Buffer,
): Promise<Pick<ApplicationRow, 'web_origins'> | undefined> =>
  db
    .selectFrom('access_token as t')
    .innerJoin('session as s', 's.id', 't.session_id')
    .innerJoin('application as a', 'a.client_id', 's.client_id')
    .select('a.web_origins')
    .where('t.hash', '=', hash)
    .executeTakeFirst()

export const findApplication = (
  db: Db,
  organizationId: OrganizationId,
  id: ApplicationId,
): Promise<ApplicationRow | undefined> =>
  db
    .selectFrom('application')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()

export const listApplicationRows = (
  db: Db,
  organizationId: OrganizationId,
  offset: number,
  limit: number,
): Promise<ApplicationRow[]> =>
  db
    .selectFrom('application')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countApplications(db: Db, organizationId: OrganizationId): Promise<number> {
  const { total } = await db
    .selectFrom('application')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export const insertApplication = (tx: Tx, row: Insertable<Schema['application']>): Promise<ApplicationRow> =>
  tx.insertInto('application').values(row).returningAll().executeTakeFirstOrThrow()

export const updateApplicationRow = (
  tx: Tx,
  id: ApplicationId,
  change: Updateable<Schema['application']>,
): Promise<ApplicationRow> =>
  tx.updateTable('application').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export async function deleteApplicationRow(tx: Tx, id: ApplicationId): Promise<void> {
  await tx.deleteFrom('application').where('id', '=', id).execute()
}
