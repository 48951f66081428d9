import type { RootId } from '@holdfast/api/ids'
import type { BlobKey } from '../../platform/basics/blob-key.ts'
import { replaceBlob, replaceBytes } from '../../platform/content/heal-queries.ts'
import { deleteReservedChunks } from '../../platform/content/queries.ts'
import { BlobReserve } from '../../platform/content/reserve.ts'
import type { Ctx } from '../../platform/context.ts'
import { backupFingerprint } from '../../platform/installation/backup-key.ts'
import { recordDamage } from '../../records/damage.ts'
import { BACKING_UP } from '../words/backup.ts'
import { blobsOf, readBlob } from './copy-blobs.ts'
import { listBackups, type Manifest, readManifest } from './form/manifest.ts'
import { sha256Of } from './form/pieces.ts'
import { readTree } from './form/tree.ts'
import { BackupError } from './place/backup-error.ts'
import type { BackupPlace } from './place/place.ts'
import { type DamagedChunk, listDamagedChunks } from './queries.ts'

/** Damaged chunks by their hashes: several roots may have lost the same bytes. */
type Needed = Map<string, DamagedChunk[]>

/**
 * Gives chunks that are marked as damaged the bytes that backups have of them, the newest backup first. Bytes count that
 * have the hash of their chunk: before they are stored, and as the store gives them back. Nothing is overwritten: a blob gets
 * a new key. Gives how many chunks are whole again.
 */
export async function repairFrom(
  ctx: Ctx,
  place: BackupPlace,
  only: RootId | undefined,
  tell: (text: string) => void,
): Promise<number> {
  const needed: Needed = Map.groupBy(await listDamagedChunks(ctx.db.read, only), ({ sha256 }) =>
    sha256.toString('hex'),
  )
  const own = await backupFingerprint(ctx)
  let repaired = 0
  for (const name of (await listBackups(place)).reverse()) {
    if (needed.size === 0) break
    try {
      const { manifest, fingerprint } = await readManifest(place, name)
      if (fingerprint !== own) throw new BackupError('it was not made by this installation')
      for await (const [hash, bytes] of findBytes(place, manifest, needed)) {
        repaired += await heal(ctx, bytes, needed.get(hash) ?? [])
        needed.delete(hash)
      }
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      tell(BACKING_UP.partlyUsable(name, error.message))
    }
  }
  return repaired
}

/** What a backup has of them, each once. */
async function* findBytes(
  place: BackupPlace,
  { blobs, tables }: Manifest,
  needed: Needed,
): AsyncGenerator<[hash: string, bytes: Buffer]> {
  for await (const some of blobsOf(place, blobs))
    for (const blob of some) {
      const hash = blob.sha256.toString('hex')
      if (!needed.has(hash)) continue
      const found = await place.get('blobs', blob.key)
      const bytes = found && (await readBlob({ get: async () => found }, blob))
      if (bytes) yield [hash, bytes]
    }
  const chunks = tables.find(({ name }) => name === 'chunk')
  const inRows = [...needed.values()].flat().some(({ blob_key }) => blob_key === null)
  if (!chunks || !inRows) return
  const [at, dataAt] = [chunks.columns.indexOf('sha256'), chunks.columns.indexOf('data')]
  for await (const rows of readTree(place, chunks.rows))
    for (const row of rows) {
      const [sha256, data] = [row[at], row[dataAt]]
      if (!Buffer.isBuffer(sha256) || !Buffer.isBuffer(data)) continue
      const hash = sha256.toString('hex')
      if (needed.has(hash) && sha256Of(data) === hash) yield [hash, data]
    }
}

async function heal(ctx: Ctx, bytes: Buffer, chunks: readonly DamagedChunk[]): Promise<number> {
  let healed = 0
  for (const { id, root_id, blob_key } of chunks)
    if (blob_key === null)
      healed += await ctx.db.write(async (tx) => {
        const whole = await replaceBytes(tx, root_id, id, bytes)
        await recordDamage(tx, 'content_healed', whole, ctx.now())
        return whole.length
      })
  const blobs = new Map(chunks.flatMap((chunk) => (chunk.blob_key === null ? [] : [[chunk.blob_key, chunk]])))
  for (const [key, chunk] of blobs) healed += await healBlob(ctx, bytes, { ...chunk, key })
  return healed
}

/** All chunks that are in the blob, of whichever roots. */
async function healBlob(ctx: Ctx, bytes: Buffer, damaged: DamagedChunk & { key: BlobKey }): Promise<number> {
  // Someone has put it back since: `verify` takes the mark away.
  if (await readBlob(ctx.blobs, damaged)) return 0
  const reserved = await new BlobReserve(ctx.content, damaged.root_id).take()
  await ctx.blobs.put(reserved.key, [bytes])
  if (!(await readBlob(ctx.blobs, { ...damaged, key: reserved.key })))
    throw new BackupError(
      `The store returns other bytes than were just written to it (blob ${reserved.key}). Check the store first`,
    )
  return ctx.db.write(async (tx) => {
    const whole = await replaceBlob(tx, damaged.key, reserved.key)
    // Where someone was faster, the reservation stays, and with it the blob goes.
    if (whole.length > 0) await deleteReservedChunks(tx, damaged.root_id, [reserved])
    await recordDamage(tx, 'content_healed', whole, ctx.now())
    return whole.length
  })
}
