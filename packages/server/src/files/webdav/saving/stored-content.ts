import type { RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { contentOf, type StagedChunk, type StagedContent } from '../../../platform/content/staged.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { bringChunks, listChunksFrom, type RevisionAddress } from '../../../records/revisions.ts'

const AT_ONCE = 5000

/** The content of a revision for a file of a root, without a byte being read. The rows of both roots must be held. */
export async function contentFrom(
  tx: Tx,
  from: RevisionAddress,
  rootId: RootId,
  at: Instant,
): Promise<StagedContent> {
  if (from.rootId !== rootId) await bringChunks(tx, from, rootId, at)
  const chunks: StagedChunk[] = []
  for (let position = 0; ; ) {
    const rows = await listChunksFrom(tx, from.rootId, from.id, position, AT_ONCE)
    for (const { sha256, size } of rows) chunks.push({ sha256, size, data: undefined, blob: undefined })
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return contentOf(chunks)
    position = last.position + 1
  }
}
