import type { RevisionId } from '@holdfast/api/ids'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Db } from '../db/database.ts'
import { listRevisionChunks, type RevisionChunk } from './queries.ts'

const CHUNKS_AT_ONCE = 256

/** The bytes of a revision from `start` up to, not including, `end`, about a MiB at a time, one piece ahead. */
export async function* readContent(
  db: Db,
  blobs: BlobStore,
  revisionId: RevisionId,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  let at = start
  while (at < end) {
    const chunks = await listRevisionChunks(db, { revisionId, start: at, end, limit: CHUNKS_AT_ONCE })
    if (chunks.length === 0) throw new Error(`Revision ${revisionId} has no bytes from ${at} on`)
    const read = (chunk: RevisionChunk) => readPart(blobs, chunk, start, end)
    let next = read(chunks[0] as RevisionChunk)
    for (let i = 0; i < chunks.length; i++) {
      const bytes = await next
      const following = chunks[i + 1]
      if (following) {
        next = read(following)
        // A reader that stops early leaves this one unawaited.
        next.catch(() => {})
      }
      at += bytes.length
      yield bytes
    }
  }
}

async function readPart(blobs: BlobStore, chunk: RevisionChunk, start: number, end: number): Promise<Buffer> {
  const from = Math.max(start - chunk.position, 0)
  const to = Math.min(end - chunk.position, chunk.size)
  if (chunk.data) return chunk.data.subarray(from, to)
  if (!chunk.blob_key) throw new Error(`The chunk at ${chunk.position} has neither bytes nor a blob`)
  const bytes = await blobs.get(chunk.blob_key, { start: from, end: to })
  if (bytes.length !== to - from) throw new Error(`The blob ${chunk.blob_key} is shorter than its chunk`)
  return bytes
}
