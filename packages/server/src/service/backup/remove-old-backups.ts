import { blobsOf } from './copy-blobs.ts'
import { isComplete, listParts, readManifest, removeBackup } from './manifest.ts'
import type { BackupPlace } from './place.ts'

interface RemoveOptions {
  keep: number
  /** Throws where the place has become another's. */
  checkOwn(): Promise<void>
  tell(text: string): void
}

/**
 * Leaves the newest, and the blobs that those name. Not to be called while a backup is made there by another: whoever takes the
 * place over meanwhile makes one, whose blobs nothing names yet, so it is asked again and again whether somebody has.
 */
export async function removeOldBackups(
  place: BackupPlace,
  { keep, checkOwn, tell }: RemoveOptions,
): Promise<void> {
  const backups = [...(await listParts(place))].filter(([name, parts]) => isComplete(name, parts))
  const [old, kept] = [backups.slice(0, -keep), backups.slice(-keep)]
  // First, and all of it: of a list that cannot be read nobody knows which blobs are needed.
  const needed = new Set<string>()
  for (const [name] of kept) {
    const { blobs } = await readManifest(place, name)
    for await (const some of blobsOf(place, blobs)) for (const { key } of some) needed.add(key)
  }
  for (const [name, parts] of old) {
    await checkOwn()
    await removeBackup(place, name, parts)
  }
  let removed = 0
  for await (const keys of place.list('blobs')) {
    const unneeded = keys.filter((key) => !needed.has(key))
    if (unneeded.length > 0) await checkOwn()
    for (const key of unneeded) await place.delete('blobs', key)
    removed += unneeded.length
  }
  tell(
    `Kept the newest ${kept.length} backups. Removed ${old.length} older ones, and ${removed} blobs that only they had.`,
  )
}
