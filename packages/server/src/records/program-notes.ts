import type { RootId } from '@holdfast/api/ids'
import type { Tx } from '../platform/db/database.ts'
import type { ParentId } from '../platform/db/tables/files.ts'

/** Removes what programs kept with some items of a root, and their locks; 0 is the top of it. */
export async function forgetPrograms(tx: Tx, rootId: RootId, ids: readonly ParentId[]): Promise<void> {
  for (const table of ['entry_property', 'dav_lock'] as const)
    await tx.deleteFrom(table).where('root_id', '=', rootId).where('entry_id', 'in', ids).execute()
}
