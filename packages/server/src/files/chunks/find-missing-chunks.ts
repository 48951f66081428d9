import type { ChunkRef } from '@holdfast/api/files/chunks'
import type { RootId } from '@holdfast/api/ids'
import { isStale } from '../../platform/content/keep-chunks.ts'
import { findStoredChunks, touchChunks } from '../../platform/content/queries.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { authorizeChunks } from './authorize-chunks.ts'

/** Which of the chunks must be sent. Those that need not be will still be there when they are made a file. */
export async function findMissingChunks(
  ctx: Ctx,
  who: Principal,
  rootId: RootId,
  chunks: readonly ChunkRef[],
): Promise<string[]> {
  await authorizeChunks(ctx.db.read, who, rootId)
  const asked = new Set(chunks.map(({ sha256 }) => sha256))
  const hashes = [...asked].map((sha256) => Buffer.from(sha256, 'hex'))
  const held = await findStoredChunks(ctx.db.read, rootId, hashes)
  // What no file has any more and nobody sent again is about to go, and counted for nobody; what is damaged can be healed.
  for (const [hex, { refs, unclaimed, damaged_at }] of held)
    if ((refs === 0 && unclaimed === 0) || damaged_at !== null) held.delete(hex)
  const at = ctx.now()
  const stale = [...held.values()].filter((chunk) => isStale(chunk, at)).map(({ id }) => id)
  if (stale.length > 0) {
    const there = await ctx.db.write((tx) => touchChunks(tx, rootId, stale, at))
    // The sweep was faster with these.
    const gone = new Set(stale.filter((id) => !there.has(id)))
    for (const [hex, { id }] of held) if (gone.has(id)) held.delete(hex)
  }
  return [...asked].filter((sha256) => !held.has(sha256))
}
