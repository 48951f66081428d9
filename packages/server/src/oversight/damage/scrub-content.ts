import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '@holdfast/api/time'
import type { StoredChunk } from '../../platform/content/chunk-checks.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ChunkId } from '../../platform/db/tables/content.ts'
import { findLastChunkId, findScrub, listStoredChunks, type Scrub, saveScrub } from './queries.ts'

/** So many are read between two notes of how far it came: a server that dies has these read again. */
const CHUNKS_AT_ONCE = 32
/** What nobody had time for, while no server ran perhaps, is not made up for all at once. */
const LONGEST_MS = HOUR_MS
const FIRST_MS = 10 * MINUTE_MS
const NONE = 0 as ChunkId

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
  let scrub = (await findScrub(ctx.db.read)) ?? firstRound(at)
  // A clock that was set back has nothing to say on how long ago that was.
  const passed = at < scrub.at ? FIRST_MS : Math.min(at - scrub.at, LONGEST_MS)
  let left = Math.ceil((last * scrubPercentPerDay * passed) / (100 * DAY_MS))
  while (left > 0) {
    // Its end may have come by itself: the last chunks of a round can go.
    if (scrub.up_to >= last) scrub = { ...ended(scrub, at), up_to: NONE, begun_at: at, unread: 0 }
    const after = scrub.up_to
    const upTo = Math.min(after + left, last) as ChunkId
    const chunks = await listStoredChunks(ctx.db.read, { after, upTo, limit: CHUNKS_AT_ONCE })
    let unread = 0
    for (const chunk of chunks) if (!(await isRead(ctx, chunk))) unread++
    const reached = chunks.length < CHUNKS_AT_ONCE ? upTo : (chunks.at(-1)?.id ?? upTo)
    left -= reached - after
    scrub = { ...scrub, up_to: reached, at, unread: scrub.unread + unread }
    if (reached >= last) scrub = ended(scrub, at)
    const now = scrub
    await ctx.db.write((tx) => saveScrub(tx, now))
  }
}

export const firstRound = (at: Instant): Scrub => ({
  up_to: NONE,
  at: at - FIRST_MS,
  begun_at: at,
  unread: 0,
  full_begun_at: null,
  full_at: null,
})

/** A round in which something could not be read has not looked at everything. */
function ended(scrub: Scrub, at: Instant): Scrub {
  const { begun_at, unread } = scrub
  if (begun_at === null) return scrub
  const over = { ...scrub, begun_at: null, unread: 0 }
  return unread > 0 ? over : { ...over, full_begun_at: begun_at, full_at: at }
}

async function isRead(ctx: Ctx, chunk: StoredChunk): Promise<boolean> {
  try {
    await ctx.content.checks.inspect(chunk)
    return true
  } catch (err) {
    // A store that does not answer at all is waited for. One that only refuses this one, to a file of another user perhaps, is not.
    if (chunk.blob_key !== null) await ctx.blobs.putAt(chunk.blob_key)
    ctx.log.error({ err, key: chunk.blob_key, chunk: chunk.id }, 'stored bytes cannot be read')
    return false
  }
}
