import { createHash, type Hash } from 'node:crypto'
import type { ExportId, RootId } from '@holdfast/api/ids'
import { centralHeader, endOf, LARGE, localHeader } from '../../files/reading/zip/zip-writer.ts'
import { type ChunkPart, ReusedMemory, readChunkParts } from '../../platform/content/read-content.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { listExportChunks } from './content-queries.ts'
import { takePiece } from './make-way.ts'
import { describe } from './part-writer.ts'
import { type ExportedFile, type ExportPart, type ExportRow, listFiles } from './queries.ts'
import { reasonOf } from './read-revision.ts'

const FILES_AT_ONCE = 500

/** Bytes of a part are gone that it needs. */
export class PartGapError extends Error {
  override name = 'PartGapError'
}

export interface PartAddress {
  id: ExportId
  rootId: RootId
  part: number
}

/** The bytes of a part from one on and before another. */
export const readPart = (ctx: Ctx, which: PartAddress, start: number, end: number): AsyncGenerator<Buffer> =>
  readChunkParts(ctx.content, partsOf(ctx.db.read, which, start, end), new ReusedMemory(end - start))

async function* partsOf(db: Db, which: PartAddress, start: number, end: number): AsyncGenerator<ChunkPart[]> {
  let at = start
  while (at < end) {
    const chunks = await listExportChunks(db, which, { start: at, end })
    if (chunks.length === 0)
      throw new PartGapError(`Part ${which.part} of export ${which.id} has no byte ${at}`)
    yield chunks.map((chunk) => {
      if (chunk.position > at)
        throw new PartGapError(`Part ${which.part} of export ${which.id} has no byte ${at}`)
      const part = { chunk, start: at - chunk.position, end: Math.min(end - chunk.position, chunk.size) }
      at = chunk.position + part.end
      return part
    })
  }
}

/** What a part is to consist of: bytes that follow from the list of its files, and their contents. */
type Expected = { bytes: Buffer; of?: ExportedFile } | { file: ExportedFile }

async function* expectedOf(db: Db, { id, part }: PartAddress): AsyncGenerator<Expected> {
  const files = async function* () {
    for (let after = 0; ; ) {
      const some = await listFiles(db, id, { after, part, limit: FILES_AT_ONCE })
      yield* some
      after = some.at(-1)?.number ?? after
      if (some.length < FILES_AT_ONCE) return
    }
  }
  let size = 0
  let count = 0
  for await (const file of files()) {
    const bytes = localHeader(describe(file), file.size >= LARGE)
    yield { bytes, of: file }
    yield { file }
    size += bytes.length + file.size
    count++
  }
  const start = size
  for await (const file of files()) {
    const bytes = centralHeader(describe(file), LARGE)
    yield { bytes }
    size += bytes.length
  }
  yield { bytes: endOf({ count, start, size: size - start }, LARGE) }
}

export interface VerifiedPart {
  sha256: Buffer
  /** The size of its files. */
  bytes: number
  /** Those that are not what they were. */
  wrong: ExportedFile[]
  isWhole: boolean
}

/** Reads a part back, and compares every byte of it, or its checksum, with what it should be. */
export async function verifyPart(
  ctx: Ctx,
  row: ExportRow,
  { number, size }: ExportPart,
): Promise<VerifiedPart> {
  const which = { id: row.id, rootId: row.root_id, part: number }
  const whole = createHash('sha256')
  const wrong: ExportedFile[] = []
  let isWhole = true
  let bytes = 0
  await using reader = new PartReader(ctx, which, size, whole)
  for await (const expected of expectedOf(ctx.db.read, which)) {
    const length = 'file' in expected ? expected.file.size : expected.bytes.length
    const sha256 = await reader.hashNext(length)
    const wanted =
      'file' in expected ? expected.file.sha256 : createHash('sha256').update(expected.bytes).digest()
    const file = 'file' in expected ? expected.file : expected.of
    if ('file' in expected && expected.file.is_content) bytes += length
    if (sha256?.equals(wanted)) continue
    isWhole = false
    if (file && wrong.at(-1)?.number !== file.number) wrong.push(file)
  }
  return { sha256: whole.digest(), bytes, wrong, isWhole: isWhole && reader.at === size }
}

/** Reads a part from its beginning, by lengths; goes on behind what cannot be read. To be disposed of. */
class PartReader {
  readonly #ctx: Ctx
  readonly #which: PartAddress
  readonly #size: number
  readonly #whole: Hash
  #pieces: AsyncGenerator<Buffer> | undefined
  #rest: Buffer = Buffer.alloc(0)
  at = 0

  constructor(ctx: Ctx, which: PartAddress, size: number, whole: Hash) {
    this.#ctx = ctx
    this.#which = which
    this.#size = size
    this.#whole = whole
  }

  /** The hash of the next bytes; undefined if they cannot be read for good. */
  async hashNext(length: number): Promise<Buffer | undefined> {
    const end = this.at + length
    const hash = createHash('sha256')
    try {
      while (this.at < end) {
        if (this.#rest.length === 0) this.#rest = await this.#next()
        const some = this.#rest.subarray(0, end - this.at)
        await takePiece(this.#ctx, () => {
          hash.update(some)
          this.#whole.update(some)
        })
        this.#rest = this.#rest.subarray(some.length)
        this.at += some.length
      }
      return hash.digest()
    } catch (error) {
      if (!(error instanceof PartGapError)) reasonOf(error)
      this.#pieces = undefined
      this.#rest = Buffer.alloc(0)
      this.at = end
      return undefined
    }
  }

  /** Reading that was not ended would count as a reader for ever. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pieces?.return(undefined)
  }

  async #next(): Promise<Buffer> {
    this.#pieces ??= readPart(this.#ctx, this.#which, this.at, this.#size)
    const { value } = await this.#pieces.next()
    if (!value) throw new PartGapError(`Part ${this.#which.part} ends at ${this.at}`)
    return value
  }
}
