import { createHash } from 'node:crypto'
import { ApiError, fail } from '../../errors.ts'
import type { IncomingBytes } from '../../platform/content/incoming-bytes.ts'
import { Ingest, type Suspended } from '../../platform/content/ingest.ts'
import type { Ctx } from '../../platform/context.ts'
import { callerKey, type PersonPrincipal } from '../../platform/principal.ts'
import { holdRoot } from '../../records/roots.ts'
import { reserveStorage, watchRoom } from '../writing/quota.ts'
import { authorizeTarget } from '../writing/upload-target.ts'
import { commitUpload, targetOf } from './commit-upload.ts'
import { checkLength, createUpload, type NewUpload } from './create-upload.ts'
import { deleteUpload } from './own-upload.ts'
import { type HeldUpload, holdUpload, noteProgress, releaseUpload } from './progress.ts'
import { findTail, type UploadRow, updateUpload } from './queries.ts'
import type { Checksum } from './tus-headers.ts'

const NOTE_BYTES = 8 * 1024 * 1024
/** Less than a lease lasts, so that the sender keeps it. */
const NOTE_MS = 3000

export interface Piece {
  offset: number
  /** Given now, where it was not known when the upload began. */
  length: number | undefined
  checksum: Checksum | undefined
  incoming: IncomingBytes
}

/** Takes further bytes of an upload in. The last ones make it a file; if that is refused, it can be tried again. */
export async function appendUpload(
  ctx: Ctx,
  who: PersonPrincipal,
  key: string,
  piece: Piece,
): Promise<UploadRow> {
  const upload = await holdUpload(ctx, who, key)
  try {
    if (piece.offset !== upload.row.received) fail('upload_offset_mismatch')
    await setLength(ctx, who, upload, piece.length)
    const left = (upload.row.length ?? Infinity) - piece.offset
    if ((piece.incoming.announcedSize ?? 0) > left) failBeyond()
    if (upload.row.revision_id !== null) return upload.row
    await receive(ctx, who, upload, piece)
    if (upload.row.received === upload.row.length) await commitUpload(ctx, who, upload)
    return upload.row
  } finally {
    await releaseUpload(ctx, upload)
  }
}

/** Begins an upload with its first bytes, which may be all of them. One that is refused with them is not kept. */
export async function createUploadWith(
  ctx: Ctx,
  who: PersonPrincipal,
  given: NewUpload,
  piece: Omit<Piece, 'offset' | 'length'>,
): Promise<UploadRow> {
  const { key } = await createUpload(ctx, who, given)
  try {
    return await appendUpload(ctx, who, key, { ...piece, offset: 0, length: undefined })
  } catch (error) {
    // Its address was sent to nobody.
    if (error instanceof ApiError) await deleteUpload(ctx, who, key)
    throw error
  }
}

const failBeyond = (): never =>
  fail('invalid_request', 'These are more bytes than the declared length of the upload.')

async function setLength(
  ctx: Ctx,
  who: PersonPrincipal,
  upload: HeldUpload,
  length: number | undefined,
): Promise<void> {
  const { row, lease } = upload
  if (length === undefined || length === row.length) return
  if (row.length !== null || length < row.received)
    fail('invalid_request', 'The length of the upload is already set to a different value.')
  await checkLength(ctx, await authorizeTarget(ctx, who, targetOf(row)), length, row.received)
  const updated = await ctx.db.write(async (tx) => {
    const root = await holdRoot(tx, row.root_id)
    const longer = await updateUpload(tx, row.id, lease, { length })
    if (longer) await reserveStorage(ctx, tx, root, length - row.received, ctx.now())
    return longer
  })
  upload.row = updated ?? fail('upload_busy')
}

async function receive(ctx: Ctx, who: PersonPrincipal, upload: HeldUpload, piece: Piece): Promise<void> {
  const { row } = upload
  const untold = row.length === null ? await authorizeTarget(ctx, who, targetOf(row)) : undefined
  const most = row.length ?? untold?.maxSize ?? 0
  const watch = untold && watchRoom(ctx.db.read, untold.root)
  const ingest = new Ingest(ctx.content, callerKey(who), row.root_id, Infinity)
  const notes = new Notes(ctx, upload, ingest)
  const hash = piece.checksum && createHash(piece.checksum.algorithm)
  let end = piece.offset
  let rest: Suspended
  try {
    await ingest.write(await findTail(ctx.db.read, row.id))
    await piece.incoming.receive((bytes) => {
      end += bytes.length
      if (end > most) failBeyond()
      hash?.update(bytes)
      const pause = ingest.write(bytes)
      if (!hash) return notes.after(bytes.length, pause)
      // Nothing counts until all of it is known to be right; what there is no room for is not taken in all the same.
      return watch ? watch(bytes.length, pause) : pause
    })
    if (hash && !hash.digest().equals(piece.checksum?.digest as Buffer)) fail('checksum_mismatch')
    await notes.settled()
    rest = end === row.length ? await ingest.finishRest() : await ingest.suspend()
  } catch (error) {
    if (!hash) await saveRest(ctx, upload, ingest, notes)
    await ingest.abandon()
    throw error
  }
  // The ingest is empty now: were this tried a second time, all that came before would seem not to be there.
  await noteProgress(ctx, upload, rest)
}

/** What came before a connection broke need not be sent again. If it cannot be kept, that is no further harm. */
async function saveRest(ctx: Ctx, upload: HeldUpload, ingest: Ingest, notes: Notes): Promise<void> {
  try {
    await notes.settled()
    await noteProgress(ctx, upload, await ingest.suspend())
  } catch (err) {
    ctx.log.debug({ err }, 'the end of an interrupted upload was not kept')
  }
}

/** Notes progress now and then while bytes come: a server that dies takes little with it. */
class Notes {
  readonly #ctx: Ctx
  readonly #upload: HeldUpload
  readonly #ingest: Ingest
  #bytes = 0
  #at: number
  #noting: Promise<void> | undefined

  constructor(ctx: Ctx, upload: HeldUpload, ingest: Ingest) {
    this.#ctx = ctx
    this.#upload = upload
    this.#ingest = ingest
    this.#at = ctx.now()
  }

  after(bytes: number, pause: Promise<void> | undefined): Promise<void> | undefined {
    this.#bytes += bytes
    const due = this.#bytes >= NOTE_BYTES || this.#ctx.now() - this.#at >= NOTE_MS
    if (!due || this.#noting) return pause
    this.#bytes = 0
    this.#at = this.#ctx.now()
    // One that failed stays: what it would have noted is noted by no later one, which must not come behind the gap.
    this.#noting = this.#note(pause).then(() => {
      this.#noting = undefined
    })
    return this.#noting
  }

  async #note(pause: Promise<void> | undefined): Promise<void> {
    await pause
    await noteProgress(this.#ctx, this.#upload, {
      chunks: this.#ingest.takeStaged(),
      tail: undefined,
      unused: [],
    })
  }

  /** The one under way knows where the next begins. */
  async settled(): Promise<void> {
    await this.#noting
  }
}
