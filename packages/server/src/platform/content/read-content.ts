import type { RevisionId, RootId } from '@holdfast/api/ids'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Db } from '../db/database.ts'
import { findRevisionId, listRevisionChunks, type RevisionChunk } from './revision-queries.ts'

const CHUNKS_AT_ONCE = 256
const KIB = 1024
const LARGEST_PIECE = 1024 * KIB
const SMALLEST_PIECE = 64 * KIB
/** Each piece on its way to a reader is held until it has left, so many readers at once get smaller ones. */
const PIECES_TOGETHER = 4096 * KIB
let readers = 0

/** Somebody removed the revision for ever since the reader found it. */
export class ContentPurgedError extends Error {
  override name = 'ContentPurgedError'
  constructor(revisionId: RevisionId) {
    super(`Revision ${revisionId} was purged`)
  }
}

/**
 * The bytes of a revision from `start` up to, not including, `end`, in pieces, one of them ahead. With `reused`
 * memory a piece is good until the next one is asked for.
 */
export async function* readContent(
  db: Db,
  blobs: BlobStore,
  revision: { root_id: RootId; id: RevisionId },
  start: number,
  end: number,
  reused?: ReusedMemory,
): AsyncGenerator<Buffer> {
  readers++
  try {
    let ahead: Promise<Buffer> | undefined
    for await (const span of listSpans(db, revision, start, end)) {
      const reading = readSpan(blobs, span, reused)
      // A reader that stops early leaves this one unawaited.
      reading.catch(() => {})
      if (ahead) yield await ahead
      ahead = reading
    }
    if (ahead) yield await ahead
  } finally {
    readers--
  }
}

/** Two pieces in turns: one is being sent while the other is being read. New memory for each keeps the collector busy. */
export class ReusedMemory {
  readonly #total: number
  #next = Buffer.alloc(0)
  #other = Buffer.alloc(0)

  /** `total`: how much is going to be read. */
  constructor(total: number) {
    this.#total = total
  }

  take(length: number): Buffer {
    const size = Math.max(length, Math.min(this.#total, pieceSize()))
    const memory = this.#next.length === size ? this.#next : Buffer.allocUnsafeSlow(size)
    this.#next = this.#other
    this.#other = memory
    return memory.subarray(0, length)
  }
}

/** As `readContent`, of a single chunk. */
export async function* readChunk(
  blobs: BlobStore,
  chunk: RevisionChunk,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  readers++
  try {
    for (let from = start; from < end; ) {
      const to = Math.min(end, from + pieceSize())
      yield await readSpan(blobs, { chunk, from, to })
      from = to
    }
  } finally {
    readers--
  }
}

/** A power of two, so that it does not change with each reader that comes or goes. */
const pieceSize = (): number =>
  Math.max(SMALLEST_PIECE, Math.min(LARGEST_PIECE, 2 ** Math.floor(Math.log2(PIECES_TOGETHER / readers))))

/** A stretch of one chunk. */
interface Span {
  chunk: RevisionChunk
  from: number
  to: number
}

async function* listSpans(
  db: Db,
  { root_id: rootId, id: revisionId }: { root_id: RootId; id: RevisionId },
  start: number,
  end: number,
): AsyncGenerator<Span> {
  let at = start
  while (at < end) {
    const chunks = await listRevisionChunks(db, { rootId, revisionId, start: at, end, limit: CHUNKS_AT_ONCE })
    if (chunks.length === 0) throw await whyNothing(db, rootId, revisionId, at)
    for (const chunk of chunks) {
      if (chunk.position > at) throw new Error(`Revision ${revisionId} has a gap at ${at}`)
      const to = Math.min(end - chunk.position, chunk.size)
      while (at < chunk.position + to) {
        const from = at - chunk.position
        const until = Math.min(from + pieceSize(), to)
        yield { chunk, from, to: until }
        at = chunk.position + until
      }
    }
  }
}

async function whyNothing(db: Db, rootId: RootId, revisionId: RevisionId, at: number): Promise<Error> {
  const [revision] = await findRevisionId(db, { rootId, revisionId })
  return revision
    ? new Error(`Revision ${revisionId} has no bytes from ${at} on`)
    : new ContentPurgedError(revisionId)
}

async function readSpan(blobs: BlobStore, { chunk, from, to }: Span, reused?: ReusedMemory): Promise<Buffer> {
  if (chunk.data) return chunk.data.subarray(from, to)
  if (!chunk.blob_key) throw new Error(`The chunk at ${chunk.position} has neither bytes nor a blob`)
  const bytes = await blobs.get(chunk.blob_key, { start: from, end: to }, reused?.take(to - from))
  if (bytes.length !== to - from) throw new Error(`The blob ${chunk.blob_key} is shorter than its chunk`)
  return bytes
}
