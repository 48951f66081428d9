import type { Ctx } from '../../platform/context.ts'
import { listContents } from './queries.ts'

/** Nothing that was purged lives on in a small picture of it. */
export const sweepThumbnails = (ctx: Ctx): Promise<void> =>
  ctx.thumbnails.sweep(async (rootId, revisions) => {
    const rows = await listContents(ctx.db.read, rootId, revisions)
    return new Map(rows.map(({ id, content }) => [id, content.toString('hex')]))
  })
