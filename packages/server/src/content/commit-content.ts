import type { RevisionId, RootId } from '@holdfast/api/ids'
import type { Tx } from '../db/database.ts'
import type { ChunkId } from '../db/schema.ts'
import { fail } from '../errors.ts'
import type { StagedChunk, StagedContent } from './ingest.ts'
import { claimChunks, findStoredChunks, insertInlineChunk, insertRevisionChunks } from './queries.ts'

/**
 * Makes staged bytes the content of a revision. The caller holds the root's row, so no other commit of the
 * same root runs beside this one. Gives how many bytes the root stores more than before.
 */
export async function commitContent(
  tx: Tx,
  rootId: RootId,
  revisionId: RevisionId,
  content: StagedContent,
): Promise<{ newBytes: number }> {
  const uses = countUses(content.chunks)
  const held = await findStoredChunks(
    tx,
    rootId,
    [...uses.values()].map(({ chunk }) => chunk.sha256),
  )
  const ids = new Map<string, ChunkId>()
  // Chunks by how often this content uses them, which is nearly always once: one statement claims them all.
  const claims = new Map<number, ChunkId[]>()
  let newBytes = 0
  for (const [hex, { chunk, refs }] of uses) {
    const existing = held.get(hex)
    if (!existing?.refs) newBytes += chunk.size
    let id = existing?.id ?? chunk.pending
    if (id) claims.set(refs, [...(claims.get(refs) ?? []), id])
    else if (chunk.data) id = await insertInlineChunk(tx, { rootId, ...chunk, data: chunk.data, refs })
    // The root held it when the upload began and the sweep has taken it since.
    else return fail('temporarily_unavailable')
    ids.set(hex, id)
  }
  for (const [refs, claimed] of claims)
    if ((await claimChunks(tx, claimed, refs)) !== claimed.length) fail('temporarily_unavailable')
  await insertRevisionChunks(
    tx,
    revisionId,
    content.chunks.map(({ sha256, size }) => ({ id: ids.get(sha256.toString('hex')) as ChunkId, size })),
  )
  return { newBytes }
}

/** A content may hold the same chunk many times, as a file of zeros does. */
function countUses(chunks: readonly StagedChunk[]): Map<string, { chunk: StagedChunk; refs: number }> {
  const uses = new Map<string, { chunk: StagedChunk; refs: number }>()
  for (const chunk of chunks) {
    const hex = chunk.sha256.toString('hex')
    const use = uses.get(hex)
    if (use) use.refs++
    else uses.set(hex, { chunk, refs: 1 })
  }
  return uses
}
