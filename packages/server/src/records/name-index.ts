import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Tx } from '../platform/db/database.ts'
import type { NamedItem } from '../platform/db/gram-index/gram-index.ts'
import { gramIndexOf } from '../platform/db/gram-index/index-of.ts'

/** For items that were inserted by this transaction. */
export const indexNewName = (tx: Tx, ...items: readonly NamedItem[]): Promise<void> =>
  gramIndexOf(tx).addNew(tx, items)

/** For items that can be found again: those that are no longer marked as deleted. */
export const indexName = (tx: Tx, ...items: readonly NamedItem[]): Promise<void> =>
  gramIndexOf(tx).add(tx, items)

/** For items of a root that are marked as deleted, or about to be gone. Those that are not in the index may be named too. */
export const unindexName = (tx: Tx, rootId: RootId, ids: readonly EntryId[]): Promise<void> =>
  gramIndexOf(tx).remove(tx, rootId, ids)

/** For an item that is not marked as deleted and is called otherwise from now on. */
export async function renameInIndex(tx: Tx, item: NamedItem): Promise<void> {
  await unindexName(tx, item.root_id, [item.id])
  await indexName(tx, item)
}
