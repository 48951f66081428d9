import type { EntryId, RootId } from '@holdfast/api/ids'
import { sql } from 'kysely'
import { inBatches } from '../../../platform/db/batches.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { prepared, preparedFirst } from '../../../platform/db/prepared.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'

export interface PropertyRow {
  name: string
  value: string
}
export interface PropertyPlace {
  rootId: RootId
  /** 0 is the top of the root. */
  id: ParentId
}

export const listProperties = prepared<PropertyPlace, PropertyRow>((db, $) =>
  db
    .selectFrom('entry_property')
    .select(['name', 'value'])
    .where('root_id', '=', $('rootId'))
    .where('entry_id', '=', $('id'))
    .orderBy('name')
    .compile(),
)

/** Whether any program keeps anything in a root. */
export const hasProperties = preparedFirst<{ rootId: RootId }, { root_id: RootId }>((db, $) =>
  db
    .selectFrom('entry_property')
    .select('root_id')
    .where('root_id', '=', $('rootId'))
    .limit(sql.lit(1))
    .compile(),
)

export const listPropertiesOf = (
  db: Db,
  rootId: RootId,
  ids: readonly EntryId[],
): Promise<(PropertyRow & { entry_id: ParentId })[]> =>
  inBatches(ids, (batch) =>
    db
      .selectFrom('entry_property')
      .select(['entry_id', 'name', 'value'])
      .where('root_id', '=', rootId)
      .where('entry_id', 'in', batch)
      .orderBy('entry_id')
      .orderBy('name')
      .execute(),
  )

export async function putProperty(tx: Tx, { rootId, id }: PropertyPlace, row: PropertyRow): Promise<void> {
  await tx
    .insertInto('entry_property')
    .values({ root_id: rootId, entry_id: id, ...row })
    .onConflict((conflict) =>
      conflict.columns(['root_id', 'entry_id', 'name']).doUpdateSet({ value: row.value }),
    )
    .execute()
}

export async function removeProperty(tx: Tx, { rootId, id }: PropertyPlace, name: string): Promise<void> {
  await tx
    .deleteFrom('entry_property')
    .where('root_id', '=', rootId)
    .where('entry_id', '=', id)
    .where('name', '=', name)
    .execute()
}

export async function removeProperties(tx: Tx, { rootId, id }: PropertyPlace): Promise<void> {
  await tx.deleteFrom('entry_property').where('root_id', '=', rootId).where('entry_id', '=', id).execute()
}
