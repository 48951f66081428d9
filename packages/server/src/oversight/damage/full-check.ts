import type { Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import { findLastChunkId, findScrub, saveScrub } from './queries.ts'
import { firstRound } from './scrub-content.ts'

export interface FullCheck {
  /** The last one of all stored bytes that came to its end. */
  last: { begunAt: Instant; endedAt: Instant } | undefined
  /** How far the round is that is under way, in percent. */
  progress: number | undefined
}

/** When all stored bytes were last looked at. */
export async function findFullCheck({ db }: Pick<Ctx, 'db'>): Promise<FullCheck> {
  const scrub = await findScrub(db.read)
  if (!scrub) return { last: undefined, progress: undefined }
  const { full_begun_at: begunAt, full_at: endedAt, up_to, begun_at } = scrub
  const all = begun_at === null ? 0 : await findLastChunkId(db.read)
  return {
    last: begunAt !== null && endedAt !== null ? { begunAt, endedAt } : undefined,
    // Done is only what has ended.
    progress: all === 0 ? undefined : Math.min(99, Math.floor((100 * up_to) / all)),
  }
}

/**
 * Somebody had everything looked at by hand, and all of it was right. The round of the scrub that is under way counts for nothing
 * less because of that; where there was none yet, it begins with the next look.
 */
export async function noteFullCheck({ db, now }: Pick<Ctx, 'db' | 'now'>, begunAt: Instant): Promise<void> {
  const endedAt = now()
  await db.write(async (tx) => {
    const scrub = (await findScrub(tx)) ?? firstRound(endedAt)
    await saveScrub(tx, { ...scrub, full_begun_at: begunAt, full_at: endedAt })
  })
}
