import { DAY_MS, HOUR_MS, MINUTE_MS } from '@holdfast/api/time'
import type { StoredChunk } from '../../platform/content/chunk-checks.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ChunkId } from '../../platform/db/tables/content.ts'
import { findLastChunkId, findScrub, listStoredChunks, saveScrub } from './queries.ts'

/** So many are read between two notes of how far it came: a server that dies has these read again. */
const CHUNKS_AT_ONCE = 32
/** What nobody had time for, while no server ran perhaps, is not made up for all at once. */
const LONGEST_MS = HOUR_MS
const FIRST_MS = 10 * MINUTE_MS

/**
 * Looks at the share of all chunks that is due since it was here last, whether anybody reads them or not. It goes round by
 * their numbers, so the next are always those that it has not looked at for the longest; new ones, which were right when they
 * came, are the last of a round. The share is one of the numbers: chunks that are gone are work saved.
 */
export async function scrubContent(ctx: Ctx): Promise<void> {
  const { scrubPercentPerDay } = ctx.config
  const last = scrubPercentPerDay === 0 ? 0 : await findLastChunkId(ctx.db.read)
  if (last === 0) return
  const at = ctx.now()
  const before = (await findScrub(ctx.db.read)) ?? { up_to: 0 as ChunkId, at: at - FIRST_MS }
  // A clock that was set back has nothing to say on how long ago that was.
  const passed = at < before.at ? FIRST_MS : Math.min(at - before.at, LONGEST_MS)
  let left = Math.ceil((last * scrubPercentPerDay * passed) / (100 * DAY_MS))
  let after = before.up_to
  while (left > 0) {
    if (after >= last) after = 0 as ChunkId
    const upTo = Math.min(after + left, last) as ChunkId
    const chunks = await listStoredChunks(ctx.db.read, { after, upTo, limit: CHUNKS_AT_ONCE })
    for (const chunk of chunks) await inspect(ctx, chunk)
    const reached = chunks.length < CHUNKS_AT_ONCE ? upTo : (chunks.at(-1)?.id ?? upTo)
    left -= reached - after
    after = reached
    await ctx.db.write((tx) => saveScrub(tx, { up_to: reached, at }))
  }
}

async function inspect(ctx: Ctx, chunk: StoredChunk): Promise<void> {
  try {
    await ctx.content.checks.inspect(chunk)
  } catch (err) {
    // A store that does not answer at all is waited for. One that only refuses this one, to a file of another user perhaps, is not.
    if (chunk.blob_key !== null) await ctx.blobs.putAt(chunk.blob_key)
    ctx.log.error({ err, key: chunk.blob_key, chunk: chunk.id }, 'stored bytes cannot be read')
  }
}
