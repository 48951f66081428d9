import { PostgresAdapter } from 'kysely'
import { batches } from '../../src/platform/db/batches.ts'
import type { Tx } from '../../src/platform/db/database.ts'
import type { NamedItem } from '../../src/platform/db/gram-index/gram-index.ts'
import { indexName, indexNewName } from '../../src/records/name-index.ts'

/** Puts the names of items into the index that were inserted by SQL, in the order of their ids. */
export async function indexRows(tx: Tx, rows: Iterable<NamedItem>): Promise<void> {
  if (tx.getExecutor().adapter instanceof PostgresAdapter)
    for (const batch of batches([...rows])) await indexName(tx, ...batch)
  else for (const row of rows) await indexNewName(tx, row)
}
