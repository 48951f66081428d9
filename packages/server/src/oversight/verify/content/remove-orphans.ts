import type { ContentStore } from '../../../platform/content/staged.ts'
import { listKnownKeys } from './queries.ts'
import { listOrphans } from './verify-content.ts'

/**
 * Deletes blobs that no row names, and gives how many. Keys are on record before anything is written under them, and are
 * never used twice, so nothing that is under way can come to need one. Not to be called while blobs are copied.
 */
export async function removeOrphans(
  { db, blobs }: Pick<ContentStore, 'db' | 'blobs'>,
  now: number,
): Promise<number> {
  let removed = 0
  for await (const keys of listOrphans({ db, blobs }, now)) {
    // What is only reserved, or is garbage already, is for the sweep to remove.
    const known = await listKnownKeys(db.read, keys)
    for (const key of keys) {
      if (known.has(key)) continue
      await blobs.delete(key)
      removed++
    }
  }
  return removed
}
