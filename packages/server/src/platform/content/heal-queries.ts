import type { RootId } from '@holdfast/api/ids'
import type { BlobKey } from '../basics/blob-key.ts'
import type { Tx } from '../db/database.ts'
import { forUpdate } from '../db/locking.ts'
import { ACROSS_ROOTS } from '../db/statements.ts'
import type { ChunkId } from '../db/tables/content.ts'

/** A chunk whose mark has changed. */
export interface MarkedChunk {
  id: ChunkId
  root_id: RootId
  refs: number
}

export const replaceBytes = (tx: Tx, rootId: RootId, id: ChunkId, data: Buffer): Promise<MarkedChunk[]> =>
  tx
    .updateTable('chunk')
    .set({ data, damaged_at: null })
    .where('root_id', '=', rootId)
    .where('id', '=', id)
    .returning(['id', 'root_id', 'refs'])
    .execute()

/**
 * Gives all chunks in a damaged blob another one with the same bytes, which other roots may have lost as well. Gives none
 * where someone was faster, who holds another root. The damaged blob is garbage then: nobody names it any more, for code that
 * shares it with another root holds a row of it (ADR 0018), and so comes before this or sees the new key.
 */
export async function replaceBlob(tx: Tx, damaged: BlobKey, key: BlobKey): Promise<MarkedChunk[]> {
  await forUpdate(
    tx.selectFrom('chunk').select('id').where('blob_key', '=', damaged).orderBy('id').modifyEnd(ACROSS_ROOTS),
    tx,
  ).execute()
  const healed = await tx
    .updateTable('chunk')
    .set({ blob_key: key, damaged_at: null })
    .where('blob_key', '=', damaged)
    .returning(['id', 'root_id', 'refs'])
    .modifyEnd(ACROSS_ROOTS)
    .execute()
  if (healed.length > 0) await tx.insertInto('blob_garbage').values({ blob_key: damaged }).execute()
  return healed
}
