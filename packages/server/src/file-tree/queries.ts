import type { EntryId } from '@holdfast/api/ids'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { isUniqueViolation } from '../db/violations.ts'
import { fail } from '../errors.ts'
import { type EntryRow, UNLOCKED } from '../files/queries.ts'

/** Takes an item's own mark away, at the place given; the unique index decides whether its name is free there. */
export async function unmarkDeleted(
  tx: Tx,
  id: EntryId,
  place: Pick<EntryRow, 'name' | 'name_key' | 'parent_id' | 'seq' | 'changed_at'>,
): Promise<EntryRow> {
  try {
    return await tx
      .updateTable('entry')
      .set({
        ...place,
        deleted_at: null,
        deletion_at: place.changed_at,
        ver: sql`ver + 1`,
        // A lock from before would be one that nobody knows of any more.
        ...UNLOCKED,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (isUniqueViolation(error)) return fail('name_conflict')
    throw error
  }
}
