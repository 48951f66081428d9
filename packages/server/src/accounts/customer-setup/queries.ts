import type { OrganizationId } from '@holdfast/api/ids'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'

export type CustomerStepRow = Selectable<Schema['customer_step']>

export const listSteps = (db: Db, id: OrganizationId): Promise<CustomerStepRow[]> =>
  db.selectFrom('customer_step').selectAll().where('organization_id', '=', id).execute()

export async function putStep(tx: Tx, row: Insertable<Schema['customer_step']>): Promise<void> {
  const { organization_id: _, step: __, ...change } = row
  await tx
    .insertInto('customer_step')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'step']).doUpdateSet(change))
    .execute()
}
