import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { FailedReason } from '@holdfast/api/oversight/exports'
import { ApiError } from '../../errors.ts'
import { startContentId } from '../../platform/content/content-id.ts'
import {
  type ChunkPart,
  ContentGapError,
  ContentPurgedError,
  ReusedMemory,
  readChunkParts,
} from '../../platform/content/read-content.ts'
import { INLINE_BELOW } from '../../platform/content/staged.ts'
import type { Ctx } from '../../platform/context.ts'
import { chunksOf } from './content-queries.ts'
import { takePiece } from './make-way.ts'
import { findSourceRevision, type SourceRevision } from './source-queries.ts'

export interface ReadRevision {
  crc: number
  sha256: Buffer
  /** All of it where that is little. */
  bytes: Buffer | undefined
}

/** Reads all of a version and holds it against what was recorded when it was uploaded; or says why it cannot be read. */
export async function readRevision(ctx: Ctx, revision: SourceRevision): Promise<ReadRevision | FailedReason> {
  const { size, content } = revision
  const small: Buffer[] | undefined = size < INLINE_BELOW ? [] : undefined
  const hash = createHash('sha256')
  const contentId = startContentId()
  let crc = 0
  async function* parts(): AsyncGenerator<ChunkPart[]> {
    let at = 0
    for await (const chunk of chunksOf(ctx.db.read, revision)) {
      if (chunk.position !== at) throw new ContentGapError(revision.id, at)
      at += chunk.size
      contentId.update(chunk.sha256)
      yield [{ chunk, start: 0, end: chunk.size }]
    }
    if (at === size) return
    const { root_id, id } = revision
    const isThere = (await findSourceRevision(ctx.db.read, root_id, id)) !== undefined
    throw isThere ? new ContentGapError(id, at) : new ContentPurgedError(id)
  }
  try {
    for await (const piece of readChunkParts(ctx.content, parts(), new ReusedMemory(size)))
      await takePiece(ctx, () => {
        hash.update(piece)
        crc = crc32(piece, crc)
        small?.push(Buffer.from(piece))
      })
  } catch (error) {
    return reasonOf(error)
  }
  if (!contentId.digest().equals(content)) return 'damaged'
  return { crc, sha256: hash.digest(), bytes: small && Buffer.concat(small) }
}

/** What keeps a file from being read for good; throws what may pass. */
export function reasonOf(error: unknown): FailedReason {
  if (error instanceof ContentPurgedError) return 'deleted'
  if (error instanceof ContentGapError) return 'damaged'
  if (error instanceof ApiError && error.extra?.error_reason === 'content_damaged') return 'damaged'
  throw error
}
