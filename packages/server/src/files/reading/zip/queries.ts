import type { EntryId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import type { Schema } from '../../../platform/db/schema.ts'
import { inRoot } from '../../../platform/db/statements.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { EntryRow } from '../../../records/entries.ts'

interface After {
  rootId: RootId
  parentId: ParentId
  nameKey: string
  limit: number
}
/** Items of a folder that are not deleted themselves, in the order of their names, from behind a name on. */
export const listLiveAfter = prepared<After, EntryRow>((db, $) =>
  db
    .selectFrom('entry')
    .selectAll()
    .where('root_id', '=', $('rootId'))
    .where('parent_id', '=', $('parentId'))
    .where('deleted_at', 'is', null)
    .where('name_key', '>', $('nameKey'))
    .orderBy('name_key')
    .limit($('limit'))
    .compile(),
)

/** Those of the items named that are directly in a folder and are not deleted themselves, in the order of their names. */
export const listNamedChildren = (
  db: Db,
  rootId: RootId,
  parentId: ParentId,
  ids: readonly EntryId[],
): Promise<EntryRow[]> =>
  db
    .selectFrom('entry')
    .selectAll()
    .where('id', 'in', ids)
    .where(inRoot(db, rootId))
    .where('parent_id', '=', parentId)
    .where('deleted_at', 'is', null)
    .orderBy('name_key')
    .execute()

export type ZipOrder = Selectable<Schema['zip_order']>

export async function insertOrder(tx: Tx, order: ZipOrder): Promise<void> {
  await tx.insertInto('zip_order').values(order).execute()
}

export const findOrder = (
  db: Db,
  hash: Buffer,
  personId: PersonId,
  now: Instant,
): Promise<ZipOrder | undefined> =>
  db
    .selectFrom('zip_order')
    .selectAll()
    .where('hash', '=', hash)
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Whether it was there. */
export async function deleteOrder(tx: Tx, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('zip_order').where('hash', '=', hash).executeTakeFirst()
  return numDeletedRows > 0
}

export async function deleteExpiredOrders(tx: Tx, now: Instant): Promise<void> {
  await tx.deleteFrom('zip_order').where('expires_at', '<=', now).execute()
}
