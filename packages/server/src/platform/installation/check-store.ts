import { ConfigError } from '../config.ts'
import type { Ctx } from '../context.ts'
import { hasBlobs } from './queries.ts'

/** A store that looks new while the database knows blobs is one whose disk is missing: nothing may be read from it or stored there. */
export async function checkStore({ blobs, db, config }: Pick<Ctx, 'blobs' | 'db' | 'config'>): Promise<void> {
  if (!blobs.isNew) return
  if (await hasBlobs(db.read)) {
    const where = config.blobs.kind === 'disk' ? config.blobs.dir : config.blobs.bucket
    throw new ConfigError(
      `The folder of blobs ${where} is empty, but the database knows of blobs. Is its disk mounted? Check HOLDFAST_BLOBS_URL, or bring the blobs back from a backup.`,
    )
  }
  await blobs.begin()
}
