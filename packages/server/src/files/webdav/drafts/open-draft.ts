import { fail } from '../../../errors.ts'
import { type ChunkPart, ReusedMemory, readChunkParts } from '../../../platform/content/read-content.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { OpenFile } from '../../reading/open-file.ts'
import type { Draft } from '../places/find-place.ts'
import { chunksIn } from './draft-content.ts'
import { listHeldChunks } from './queries.ts'

const AT_ONCE = 256

/** A draft, ready to be read by the sign-in that made it. */
export const openDraft = (ctx: Ctx, { draft }: Draft): OpenFile => ({
  name: draft.name,
  size: draft.size,
  modified: draft.modified_at,
  contentId: draft.content.toString('hex'),
  begun: () => {},
  read: (start, end) =>
    readChunkParts(ctx.content, partsOf(ctx, draft, start, end), new ReusedMemory(end - start)),
})

async function* partsOf(
  ctx: Ctx,
  draft: Draft['draft'],
  start: number,
  end: number,
): AsyncGenerator<ChunkPart[]> {
  const wanted = chunksIn(draft)
  let begins = 0
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const some = wanted.slice(from, from + AT_ONCE)
    const rows = await listHeldChunks(
      ctx.db.read,
      draft.root_id,
      some.map(({ sha256 }) => sha256),
    )
    const byHash = new Map(rows.map((row) => [row.sha256.toString('hex'), row]))
    const parts: ChunkPart[] = []
    for (const { sha256, size } of some) {
      const chunk = byHash.get(sha256.toString('hex')) ?? fail('not_found', 'The file is gone.')
      const [first, last] = [Math.max(start - begins, 0), Math.min(end - begins, size)]
      if (first < last) parts.push({ chunk, start: first, end: last })
      begins += size
    }
    yield parts
  }
}
