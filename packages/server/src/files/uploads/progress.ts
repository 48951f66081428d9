import { DAY_MS } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import type { Suspended } from '../../platform/content/ingest.ts'
import { keepChunks } from '../../platform/content/keep-chunks.ts'
import { deleteReservedChunks } from '../../platform/content/queries.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordDamage } from '../../records/damage.ts'
import { holdRoot } from '../../records/roots.ts'
import { reserveStorage } from '../writing/quota.ts'
import { LIFE_MS } from './create-upload.ts'
import { getUpload } from './own-upload.ts'
import {
  endLease,
  insertUploadChunks,
  setTail,
  takeLease,
  touchUploadChunks,
  type UploadRow,
  updateUpload,
} from './queries.ts'

/** A server that died holds an upload no longer than this. Each note of progress renews it. */
export const LEASE_MS = 10_000
/** Chunks of an upload are idle; the sweep waits three days, an upload without progress lives one. */
const KEEP_MS = DAY_MS

/** An upload that nobody else may send to. */
export interface HeldUpload {
  row: UploadRow
  lease: string
}

/** Throws `upload_busy` while another request is sending to it. */
export async function holdUpload(ctx: Ctx, who: PersonPrincipal, key: string): Promise<HeldUpload> {
  const { id } = await getUpload(ctx, who, key)
  const lease = ctx.random(12).toString('base64url')
  const at = ctx.now()
  const row = await ctx.db.write((tx) => takeLease(tx, id, lease, at, at + LEASE_MS))
  return row ? { row, lease } : fail('upload_busy')
}

export const releaseUpload = (ctx: Ctx, { row, lease }: HeldUpload): Promise<void> =>
  ctx.db.write((tx) => endLease(tx, row.id, lease))

/**
 * Notes what is durable by now: further chunks and, when the sending ends, what is not cut yet. Throws `upload_busy`,
 * and notes nothing, if another sender has taken the upload over.
 */
export async function noteProgress(
  ctx: Ctx,
  upload: HeldUpload,
  { chunks, tail, unused }: Omit<Suspended, 'tail'> & { tail: Buffer | undefined },
): Promise<void> {
  const { row, lease } = upload
  const at = ctx.now()
  const cut = chunks.reduce((sum, { size }) => sum + size, row.cut)
  const kept = row.kept_at < at - KEEP_MS
  const change = {
    cut,
    // While bytes are still coming, those behind the last chunk are in memory only.
    received: tail ? cut + tail.length : Math.max(row.received, cut),
    lease_until: at + LEASE_MS,
    expires_at: at + LIFE_MS,
    ...(kept && { kept_at: at }),
  }
  const noted = await ctx.db.write(async (tx) => {
    // Of an upload whose length is known, all of it is counted already.
    const grown = row.length === null ? change.received - row.received : 0
    const root = chunks.length > 0 || grown !== 0 ? await holdRoot(tx, row.root_id) : undefined
    const updated = await updateUpload(tx, row.id, lease, change)
    if (!updated) return undefined
    const { ids, healed } = await keepChunks(tx, row.root_id, chunks, at)
    let position = row.cut
    const rows = chunks.map(({ sha256, size }) => {
      const chunk_id = ids.get(sha256.toString('hex')) as never
      const part = { upload_id: row.id, position, chunk_id, sha256, size }
      position += size
      return part
    })
    await insertUploadChunks(tx, rows)
    // What was left over before is part of the first chunk that was cut now.
    if (tail || chunks.length > 0) await setTail(tx, row.id, tail ?? Buffer.alloc(0))
    if (kept) await touchUploadChunks(tx, row, at)
    await deleteReservedChunks(tx, row.root_id, unused)
    if (root) await reserveStorage(ctx, tx, root, grown, at)
    await recordDamage(tx, 'content_healed', healed, at)
    return updated
  })
  upload.row = noted ?? fail('upload_busy')
}
