import type { ChunkRef } from '@holdfast/api/files/chunks'
import type { RootId } from '@holdfast/api/ids'
import { refuse } from '../../../errors.ts'
import { BlobReserve } from '../../../platform/content/reserve.ts'
import { contentOf, type StagedChunk, type StagedContent, stage } from '../../../platform/content/staged.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Batch } from './read-batch.ts'

/** The chunks that came with a batch, durable as far as they are no rows of the commit. */
export interface StagedInline {
  contentOf(refs: readonly ChunkRef[], size: number): StagedContent
  unused: BlobReserve['unused']
}

export async function stageInline(ctx: Ctx, rootId: RootId, inline: Batch['inline']): Promise<StagedInline> {
  const reserve = new BlobReserve(ctx.content, rootId)
  const staged = new Map<string, StagedChunk>()
  for (const [hex, bytes] of inline) {
    const sha256 = Buffer.from(hex, 'hex')
    const chunk = await stage(ctx.content, rootId, reserve, sha256, [bytes])
    staged.set(hex, { ...chunk, brought: true })
  }
  return {
    contentOf(refs, size) {
      const content = contentOf(refs.map((ref) => staged.get(ref.sha256) ?? unsent(ref)))
      if (content.size !== size) refuse('size', `the chunks have ${content.size} bytes in total`)
      return { ...content, claimed: true }
    },
    unused: reserve.unused,
  }
}

const unsent = ({ sha256, size }: ChunkRef): StagedChunk => ({
  sha256: Buffer.from(sha256, 'hex'),
  size,
  data: undefined,
  blob: undefined,
})
