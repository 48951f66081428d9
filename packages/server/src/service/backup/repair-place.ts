import type { Ctx } from '../../platform/context.ts'
import { readBlob } from './copy-blobs.ts'
import { pack, sha256Of } from './form/pieces.ts'
import type { StorePiece } from './form/tree.ts'
import { listBlobs, writeTables } from './make-backup.ts'
import type { BackupPlace } from './place/place.ts'
import type { Verified } from './verify-backup.ts'

/**
 * Copies what is damaged at a place again from the service, as far as that still has it: blobs, and pieces of tables whose rows have
 * not changed since. Gives how many.
 */
export async function repairPlace(
  ctx: Ctx,
  place: BackupPlace,
  { pieces, blobs }: Verified['damaged'],
): Promise<number> {
  let repaired = 0
  for (const blob of blobs.values()) {
    const bytes = await readBlob(ctx.blobs, blob)
    if (!bytes) continue
    await place.put('blobs', blob.key, bytes)
    repaired++
  }
  if (pieces.size === 0) return repaired
  const store: StorePiece = async (cut, whole) => {
    const content = sha256Of(cut.bytes)
    const { name, bytes } = await pack((await whole()).records)
    if (pieces.has(name)) {
      await place.put('pieces', name, bytes)
      repaired++
    }
    return { name, size: bytes.length, content }
  }
  await ctx.db.snapshot(async (moment) => {
    await writeTables(moment, store)
    await listBlobs(moment, store)
  })
  return repaired
}
