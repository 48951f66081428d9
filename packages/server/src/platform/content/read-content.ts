import { createHash } from 'node:crypto'
import type { RevisionId, RootId } from '@holdfast/api/ids'
import { fail } from '../../errors.ts'
import { BlobNotFoundError, type BlobStore, BlobTooShortError } from '../blobs/blob-store.ts'
import type { Db } from '../db/database.ts'
import type { ChunkChecks, StoredChunk } from './chunk-checks.ts'
import { findRevisionId, listRevisionChunks } from './revision-queries.ts'
import type { ContentStore } from './staged.ts'

const CHUNKS_AT_ONCE = 256
const KIB = 1024
const LARGEST_PIECE = 1024 * KIB
const SMALLEST_PIECE = 64 * KIB
/** Each piece on its way to a reader is held until it has left, so many readers at once get smaller ones. */
const PIECES_TOGETHER = 4096 * KIB
/** From a store that takes longer for a piece, more of them are read ahead. */
const SLOW_MS = 50
const MOST_AHEAD = 8
const AHEAD_TOGETHER = 16 * 1024 * KIB
let readers = 0

/** Somebody removed the revision for ever since the reader found it. */
export class ContentPurgedError extends Error {
  override name = 'ContentPurgedError'
  constructor(revisionId: RevisionId) {
    super(`Revision ${revisionId} was purged`)
  }
}

/** What reading needs. */
export type ReadableContent = Pick<ContentStore, 'db' | 'blobs' | 'checks'>

/**
 * The bytes of a revision from `start` up to, not including, `end`, in pieces, one of them ahead or, from a slow store,
 * several. With `reused` memory a piece is good until the next one is asked for. The last piece of a chunk comes only when all of the chunk was
 * right, now or not long ago (ADR 0037); otherwise this throws.
 */
export async function* readContent(
  content: ReadableContent,
  revision: { root_id: RootId; id: RevisionId },
  start: number,
  end: number,
  reused?: ReusedMemory,
): AsyncGenerator<Buffer> {
  yield* readSpans(content, listSpans(content, revision, start, end), reused)
}

/** As `readContent`, of a single chunk. */
export async function* readChunk(
  content: ReadableContent,
  chunk: StoredChunk,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  yield* readSpans(content, spansOf(content, chunk, start, end))
}

async function* readSpans(
  { blobs, checks }: ReadableContent,
  spans: AsyncGenerator<Span>,
  reused?: ReusedMemory,
): AsyncGenerator<Buffer> {
  const passed = new PassedBytes(checks)
  const ahead: { span: Span; reading: Promise<Buffer>; memory: Buffer | undefined }[] = []
  async function* passNext(): AsyncGenerator<Buffer> {
    const { span, reading, memory } = ahead.shift() as (typeof ahead)[number]
    yield await passed.next(span, reading)
    if (memory) reused?.giveBack(memory)
  }
  readers++
  try {
    for await (const span of spans) {
      const memory = span.chunk.data ? undefined : reused?.take(span.to - span.from)
      const reading = readSpan(blobs, span, memory)
      // A reader that stops early leaves this one unawaited.
      reading.catch(() => {})
      ahead.push({ span, reading, memory })
      while (ahead.length > piecesAhead(blobs)) yield* passNext()
    }
    while (ahead.length > 0) yield* passNext()
  } finally {
    readers--
  }
}

/** Some pieces in turns: one is being sent while others are being read. New memory for each keeps the collector busy. */
export class ReusedMemory {
  readonly #total: number
  #free: Buffer[] = []

  /** `total`: how much is going to be read. */
  constructor(total: number) {
    this.#total = total
  }

  take(length: number): Buffer {
    const size = Math.max(length, Math.min(this.#total, pieceSize()))
    const free = this.#free.pop()
    const memory = free?.buffer.byteLength === size ? free.buffer : Buffer.allocUnsafeSlow(size).buffer
    return Buffer.from(memory, 0, length)
  }

  giveBack(memory: Buffer): void {
    this.#free.push(memory)
  }
}

/** A power of two, so that it does not change with each reader that comes or goes. */
const pieceSize = (): number =>
  Math.max(SMALLEST_PIECE, Math.min(LARGEST_PIECE, 2 ** Math.floor(Math.log2(PIECES_TOGETHER / readers))))

/** How long a read from each store took of late. */
const paces = new WeakMap<BlobStore, number>()

/** More only where it is worth the memory: a store that takes its time for each answer gives many at once as well. */
function piecesAhead(blobs: BlobStore): number {
  if ((paces.get(blobs) ?? 0) < SLOW_MS) return 1
  return Math.max(1, Math.min(MOST_AHEAD, Math.floor(AHEAD_TOGETHER / readers / pieceSize())))
}

/** A stretch of one chunk. */
interface Span {
  chunk: StoredChunk
  from: number
  to: number
  /** All spans of the chunk follow each other, and it is not known whether its bytes are right. */
  hashed: boolean
}

async function* listSpans(
  content: ReadableContent,
  { root_id: rootId, id: revisionId }: { root_id: RootId; id: RevisionId },
  start: number,
  end: number,
): AsyncGenerator<Span> {
  const db = content.db.read
  let at = start
  while (at < end) {
    const chunks = await listRevisionChunks(db, { rootId, revisionId, start: at, end, limit: CHUNKS_AT_ONCE })
    if (chunks.length === 0) throw await whyNothing(db, rootId, revisionId, at)
    for (const chunk of chunks) {
      if (chunk.position > at) throw new Error(`Revision ${revisionId} has a gap at ${at}`)
      const to = Math.min(end - chunk.position, chunk.size)
      yield* spansOf(content, chunk, at - chunk.position, to)
      at = chunk.position + to
    }
  }
}

async function whyNothing(db: Db, rootId: RootId, revisionId: RevisionId, at: number): Promise<Error> {
  const [revision] = await findRevisionId(db, { rootId, revisionId })
  return revision
    ? new Error(`Revision ${revisionId} has no bytes from ${at} on`)
    : new ContentPurgedError(revisionId)
}

async function* spansOf(
  { checks }: ReadableContent,
  chunk: StoredChunk,
  start: number,
  end: number,
): AsyncGenerator<Span> {
  const fresh = checks.isFresh(chunk)
  const hashed = !fresh && chunk.damaged_at === null && start === 0 && end === chunk.size
  // A part tells nothing, so all of it is looked at before; as is what is known to be damaged, which may be whole again.
  if (!fresh && !hashed) await checks.refuseDamage(chunk)
  for (let from = start; from < end; ) {
    const to = Math.min(from + pieceSize(), end)
    yield { chunk, from, to, hashed }
    from = to
  }
}

async function readSpan(blobs: BlobStore, { chunk, from, to }: Span, memory?: Buffer): Promise<Buffer> {
  if (chunk.data) return chunk.data.subarray(from, to)
  if (!chunk.blob_key) throw new BlobNotFoundError(`of chunk ${chunk.id}`)
  const begun = performance.now()
  const bytes = await blobs.get(chunk.blob_key, { start: from, end: to }, memory)
  const took = performance.now() - begun
  paces.set(blobs, ((paces.get(blobs) ?? took) + took) / 2)
  return bytes
}

/** Lets bytes pass in their order. The last of a chunk pass only if all were right. */
class PassedBytes {
  readonly #checks: ChunkChecks
  #hash = createHash('sha256')

  constructor(checks: ChunkChecks) {
    this.#checks = checks
  }

  async next({ chunk, from, to, hashed }: Span, reading: Promise<Buffer>): Promise<Buffer> {
    const bytes = await reading.catch(async (error) => {
      if (error instanceof BlobNotFoundError || error instanceof BlobTooShortError)
        await this.#checks.refuseDamage(chunk)
      throw error
    })
    if (!hashed) return bytes
    if (from === 0) this.#hash = createHash('sha256')
    this.#hash.update(bytes)
    if (to < chunk.size) return bytes
    if (!this.#hash.digest().equals(chunk.sha256)) {
      await this.#checks.refuseDamage(chunk)
      // They are right at a second look, so they were changed on their way here.
      fail('temporarily_unavailable')
    }
    await this.#checks.noteRight(chunk)
    return bytes
  }
}
