import type { RootId } from '@holdfast/api/ids'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { ChunkChecks } from './chunk-checks.ts'
import { startContentId } from './content-id.ts'
import type { CutterPool } from './cutter-pool.ts'
import type { ContentFigures } from './figures.ts'
import type { LentMemory } from './lent-memory.ts'
import type { MemoryBudget } from './memory-budget.ts'
import { findStoredChunk, type ReservedBlob } from './queries.ts'
import type { BlobReserve, ReserveStore } from './reserve.ts'
import type { SlabPool } from './slabs.ts'

/** Smaller chunks are rows, flushed by the commit that needs them; a blob each would cost a flush each. */
export const INLINE_BELOW = 64 * 1024

export interface ContentStore extends ReserveStore {
  blobs: BlobStore
  checks: ChunkChecks
  cutters: CutterPool
  slabs: SlabPool
  /** For chunks that come whole, and are in memory until they are stored. */
  whole: MemoryBudget
  /** What some of them are received into. */
  lent: LentMemory
  /** Refuses so many new bytes where there is no room for them. */
  takeRoom: (bytes: number) => Promise<void>
  /** Where files without names are made. */
  tempDir: string
  /** For a file in `tempDir`. */
  randomName: () => string
  figures: ContentFigures
}

export interface StagedChunk {
  sha256: Buffer
  size: number
  /** The bytes themselves, for the row that the commit makes. */
  data: Buffer | undefined
  /** Where they are stored; none when the root already held them. */
  blob: ReservedBlob | undefined
  /** Came with its bytes, in a content that is claimed else. */
  brought?: true
}

/** Bytes that are durable but belong to no file until a transaction says so. */
export interface StagedContent {
  size: number
  /** Names the content as a whole: a hash over the hashes of its chunks. */
  id: Buffer
  chunks: StagedChunk[]
  /** Reserved for this content and not needed. */
  unused: readonly ReservedBlob[]
  /** Its bytes came before it: what the root does not hold must be sent first. */
  claimed?: true
}

export function contentOf(chunks: StagedChunk[], unused: readonly ReservedBlob[] = []): StagedContent {
  const id = startContentId()
  let size = 0
  for (const chunk of chunks) {
    id.update(chunk.sha256)
    size += chunk.size
  }
  return { size, id: id.digest(), chunks, unused }
}

/** Makes one chunk durable, unless the root already holds it, undamaged as far as anybody knows, or its row will carry the bytes. */
export async function stage(
  { db, blobs, takeRoom, figures }: ContentStore,
  rootId: RootId,
  reserve: BlobReserve,
  sha256: Buffer,
  parts: readonly Buffer[],
): Promise<StagedChunk> {
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  await takeRoom(size)
  figures.received.chunks++
  figures.received.bytes += size
  if (size < INLINE_BELOW) return { sha256, size, data: Buffer.concat(parts), blob: undefined }
  const held = await findStoredChunk(db.read, rootId, sha256)
  if (held?.damaged_at === null) {
    figures.held.chunks++
    figures.held.bytes += size
    return { sha256, size, data: undefined, blob: undefined }
  }
  // The row first: a blob without a row would be garbage that nobody knows of.
  const blob = await reserve.take()
  await blobs.put(blob.key, parts)
  return { sha256, size, data: undefined, blob }
}
