import type { RootId } from '@holdfast/api/ids'
import type { Tx } from '../../platform/db/database.ts'

/** Makes one operation of the changes after a number; they are of this transaction, which holds the row of the root. */
export async function joinChanges(tx: Tx, rootId: RootId, after: number, last: number): Promise<void> {
  if (last - after < 2) return
  await tx
    .updateTable('change')
    .set({ first_seq: after + 1 })
    .where('root_id', '=', rootId)
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .execute()
}
