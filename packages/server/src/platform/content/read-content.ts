import { createHash, type Hash } from 'node:crypto'
import type { RevisionId, RootId } from '@holdfast/api/ids'
import { fail } from '../../errors.ts'
import { isBlobKey } from '../basics/blob-key.ts'
import { BlobDamagedError, BlobNotFoundError, type BlobStore } from '../blobs/blob-store.ts'
import type { Db } from '../db/database.ts'
import type { ChunkChecks, StoredChunk } from './chunk-checks.ts'
import type { ContentFigures } from './figures.ts'
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
/** How many there are in this process. */
export const countReaders = (): number => readers

/** Somebody removed the revision for ever since the reader found it. */
export class ContentPurgedError extends Error {
  override name = 'ContentPurgedError'
  constructor(revisionId: RevisionId) {
    super(`Revision ${revisionId} was purged`)
  }
}

/** What its rows say of a content cannot be: some of its bytes are in no chunk. */
export class ContentGapError extends Error {
  override name = 'ContentGapError'
  constructor(revisionId: RevisionId, at: number) {
    super(`Revision ${revisionId} has no bytes at ${at}`)
  }
}

/** What reading needs. */
export type ReadableContent = Pick<ContentStore, 'db' | 'blobs' | 'checks' | 'figures'>

/**
 * The bytes of a revision from `start` up to, not including, `end`, in pieces, one of them ahead or, from a slow store,
 * several. With `reused` memory a piece is good until the next one is asked for. The last piece of a chunk comes only when
 * all of the chunk was right, now or not long ago (ADR 0037, 0064); otherwise this throws.
 */
export const readContent = (
  content: ReadableContent,
  revision: { root_id: RootId; id: RevisionId },
  start: number,
  end: number,
  reused?: ReusedMemory,
): AsyncGenerator<Buffer> => readParts(content, listParts(content.db.read, revision, start, end), reused)

/** As `readContent`, of a single chunk. */
export const readChunk = (
  content: ReadableContent,
  chunk: StoredChunk,
  start: number,
  end: number,
): AsyncGenerator<Buffer> => readParts(content, [[{ chunk, start, end }]])

/** As `readContent`, of parts of chunks that follow each other, whatever they are of. */
export const readChunkParts = (
  content: ReadableContent,
  lists: AsyncIterable<ChunkPart[]>,
  reused?: ReusedMemory,
): AsyncGenerator<Buffer> => readParts(content, lists, reused)

async function* readParts(
  { blobs, checks, figures }: ReadableContent,
  lists: AsyncIterable<ChunkPart[]> | Iterable<ChunkPart[]>,
  reused?: ReusedMemory,
): AsyncGenerator<Buffer> {
  const passed = new PassedBytes(checks, figures)
  const ahead: Piece[] = []
  readers++
  try {
    for await (const parts of lists)
      for (const part of parts) {
        figures.read.chunks++
        const hashed = checks.isFresh(part.chunk, { whole: isWhole(part) })
          ? false
          : await isHashed(checks, part)
        for (const span of spansOf(part, hashed)) {
          ahead.push(begin(blobs, span, reused))
          for (const piece of takeBeyond(ahead, piecesAhead(blobs))) {
            yield await passed.next(piece)
            if (piece.memory) reused?.giveBack(piece.memory)
          }
        }
      }
    for (const piece of takeBeyond(ahead, 0)) yield await passed.next(piece)
  } finally {
    readers--
  }
}

/** A stretch of a chunk that is being read, into memory that was lent for it. */
interface Piece {
  span: Span
  reading: Promise<Buffer>
  memory: Buffer | undefined
}

function begin(blobs: BlobStore, span: Span, reused: ReusedMemory | undefined): Piece {
  const memory = span.chunk.data ? undefined : reused?.take(span.to - span.from)
  const reading = readSpan(blobs, span, memory)
  // A reader that stops early leaves this one unawaited.
  reading.catch(() => {})
  return { span, reading, memory }
}

/** The first ones, until no more than `most` are left. */
function* takeBeyond(pieces: Piece[], most: number): Generator<Piece> {
  while (pieces.length > most) yield pieces.shift() as Piece
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

/** What is wanted of a chunk. */
export interface ChunkPart {
  chunk: StoredChunk
  start: number
  end: number
}

/** A stretch of one chunk. */
interface Span {
  chunk: StoredChunk
  from: number
  to: number
  /** All spans of the chunk follow each other, and it is not known whether its bytes are right. */
  hashed: boolean
}

async function* listParts(
  db: Db,
  { root_id: rootId, id: revisionId }: { root_id: RootId; id: RevisionId },
  start: number,
  end: number,
): AsyncGenerator<ChunkPart[]> {
  let at = start
  while (at < end) {
    const chunks = await listRevisionChunks(db, { rootId, revisionId, start: at, end, limit: CHUNKS_AT_ONCE })
    if (chunks.length === 0) throw await whyNothing(db, rootId, revisionId, at)
    yield chunks.map((chunk) => {
      if (chunk.position > at) throw new ContentGapError(revisionId, at)
      const part = { chunk, start: at - chunk.position, end: Math.min(end - chunk.position, chunk.size) }
      at = chunk.position + part.end
      return part
    })
  }
}

async function whyNothing(db: Db, rootId: RootId, revisionId: RevisionId, at: number): Promise<Error> {
  const [revision] = await findRevisionId(db, { rootId, revisionId })
  return revision ? new ContentGapError(revisionId, at) : new ContentPurgedError(revisionId)
}

const isWhole = ({ chunk, start, end }: ChunkPart): boolean => start === 0 && end === chunk.size

/** Of bytes that nobody knows to be right: whether reading tells. */
async function isHashed(checks: ChunkChecks, part: ChunkPart): Promise<boolean> {
  const { chunk } = part
  if (chunk.damaged_at === null && isWhole(part)) return true
  // A part tells nothing, so all of it is looked at before; as is what is known to be damaged, which may be whole again.
  await checks.refuseDamage(chunk)
  return false
}

function* spansOf({ chunk, start, end }: ChunkPart, hashed: boolean): Generator<Span> {
  for (let from = start; from < end; ) {
    const to = Math.min(from + pieceSize(), end)
    yield { chunk, from, to, hashed }
    from = to
  }
}

async function readSpan(blobs: BlobStore, { chunk, from, to }: Span, memory?: Buffer): Promise<Buffer> {
  if (chunk.data) return chunk.data.subarray(from, to)
  if (chunk.blob_key === null || !isBlobKey(chunk.blob_key))
    throw new BlobNotFoundError(`of chunk ${chunk.id}`)
  const begun = performance.now()
  const bytes = await blobs.get(chunk.blob_key, { start: from, end: to }, memory)
  const took = performance.now() - begun
  paces.set(blobs, ((paces.get(blobs) ?? took) + took) / 2)
  return bytes
}

/** Lets bytes pass in their order. The last of a chunk pass only if all were right. */
class PassedBytes {
  readonly #checks: ChunkChecks
  readonly #figures: ContentFigures
  #hash: Hash | undefined

  constructor(checks: ChunkChecks, figures: ContentFigures) {
    this.#checks = checks
    this.#figures = figures
  }

  async next({ span, reading }: Piece): Promise<Buffer> {
    try {
      const bytes = await reading
      if (span.hashed) await this.#hashed(span, bytes)
      this.#figures.read.bytes += bytes.length
      return bytes
    } catch (error) {
      if (error instanceof BlobDamagedError) await this.#checks.refuseDamage(span.chunk)
      throw error
    }
  }

  async #hashed({ chunk, to }: Span, bytes: Buffer): Promise<void> {
    this.#hash ??= createHash('sha256')
    this.#hash.update(bytes)
    if (to < chunk.size) return
    const digest = this.#hash.digest()
    this.#hash = undefined
    if (digest.equals(chunk.sha256)) return this.#checks.noteRight(chunk)
    await this.#checks.refuseDamage(chunk)
    // They are right at a second look, so they were changed on their way here.
    fail('temporarily_unavailable')
  }
}
