import { createHash } from 'node:crypto'
import type { ExportId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import type { StoredChunk } from '../../platform/content/chunk-checks.ts'
import { keepChunks } from '../../platform/content/keep-chunks.ts'
import { findStoredChunks } from '../../platform/content/queries.ts'
import { BlobReserve } from '../../platform/content/reserve.ts'
import { type ContentStore, type StagedChunk, stage } from '../../platform/content/staged.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ChunkId } from '../../platform/db/tables/content.ts'
import { insertExportChunks, shareIdleChunks } from './content-queries.ts'

/** Less than a chunk may have. */
const PIECE = 1024 * 1024

type Piece = { sha256: Buffer; size: number } & (
  | { staged: StagedChunk }
  | { from: { rootId: RootId; id: ChunkId } }
)

/** Bytes that follow each other, on their way into a part: new ones are stored, those of files are shared with them. */
export class Stretch {
  readonly #store: ContentStore
  readonly #rootId: RootId
  readonly #reserve: BlobReserve
  #waiting: Buffer[] = []
  #length = 0
  #pieces: Piece[] = []

  constructor(store: ContentStore, rootId: RootId) {
    this.#store = store
    this.#rootId = rootId
    this.#reserve = new BlobReserve(store, rootId)
  }

  get pieces(): number {
    return this.#pieces.length
  }

  async add(bytes: Buffer): Promise<void> {
    this.#waiting.push(bytes)
    this.#length += bytes.length
    if (this.#length >= PIECE) await this.flush()
  }

  /** The bytes of a chunk of another root. */
  async share({ root_id: rootId, id, sha256, size, data }: StoredChunk): Promise<void> {
    if (data) return this.add(data)
    await this.flush()
    this.#pieces.push({ sha256, size, from: { rootId, id } })
  }

  /** What another one has. */
  async append(other: Stretch): Promise<void> {
    await this.flush()
    await other.flush()
    this.#pieces.push(...other.#pieces.splice(0))
  }

  async flush(): Promise<void> {
    if (this.#length === 0) return
    const parts = this.#waiting.splice(0)
    this.#length = 0
    const hash = createHash('sha256')
    for (const part of parts) hash.update(part)
    const sha256 = hash.digest()
    const staged = await stage(this.#store, this.#rootId, this.#reserve, sha256, parts)
    this.#pieces.push({ sha256, size: staged.size, staged })
  }

  /** To be called when it is laid for good. */
  clear(): void {
    this.#pieces = []
  }

  /** Puts it into a part, from a byte on; the caller has flushed it and holds the export. Gives how many bytes there are. */
  async lay(
    tx: Tx,
    { exportId, part, at, until }: { exportId: ExportId; part: number; at: number; until: Instant },
  ): Promise<number> {
    const pieces = this.#pieces
    const shared = Map.groupBy(
      pieces.flatMap((piece) => ('from' in piece ? [piece.from] : [])),
      ({ rootId }) => rootId,
    )
    for (const [from, chunks] of shared)
      await shareIdleChunks(
        tx,
        { from, to: this.#rootId },
        chunks.map(({ id }) => id),
        until,
      )
    await keepChunks(
      tx,
      this.#rootId,
      pieces.flatMap((piece) => ('staged' in piece ? [piece.staged] : [])),
      until,
    )
    const hashes = new Map(pieces.map(({ sha256 }) => [sha256.toString('hex'), sha256]))
    const held = await findStoredChunks(tx, this.#rootId, [...hashes.values()])
    let position = at
    const rows = pieces.map(({ sha256, size }) => {
      // The sweep has taken what was purged since it was read: it is read again.
      const { id } = held.get(sha256.toString('hex')) ?? fail('temporarily_unavailable')
      const row = { export_id: exportId, part, position, chunk_id: id, size }
      position += size
      return row
    })
    await insertExportChunks(tx, rows)
    return position - at
  }
}
