import { blobKey } from '../basics/blob-key.ts'
import { BlobNotFoundError } from '../blobs/blob-store.ts'
import type { Ctx } from '../context.ts'

/** Beside the blobs of files, whose names are random. */
const KEY = blobKey('installation')

/**
 * The id of the epoch of the installation that the store belongs to; none in one that has not been used yet. A copy of a
 * database that was restored has another one: on the same store each would delete what the other still needs. In a store that
 * was moved elsewhere it tells that instead (`readMoved`).
 */
export async function findStoreMark({ blobs }: Pick<Ctx, 'blobs'>): Promise<string | undefined> {
  try {
    return (await blobs.get(KEY)).toString()
  } catch (error) {
    if (error instanceof BlobNotFoundError) return undefined
    throw error
  }
}

/** Makes the store that of one installation, and of no other; or of none, where it is marked as moved. */
export async function markStore({ blobs }: Pick<Ctx, 'blobs'>, mark: string): Promise<void> {
  await blobs.delete(KEY)
  await blobs.put(KEY, [Buffer.from(mark)])
}
