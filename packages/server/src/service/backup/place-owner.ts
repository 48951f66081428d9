import { BackupError } from './backup-error.ts'
import { listBackups, readManifest } from './manifest.ts'
import type { BackupPlace } from './place.ts'

/** Beside the parts of backups, whose names begin with a time. */
const MARK = 'installation'

/**
 * Makes the place that of one installation, known by the id of its epoch: two would remove each other's backups, and the blobs of
 * those that are not complete yet. Throws where it is another's, unless that is to be so no more.
 */
export async function claimPlace(place: BackupPlace, epoch: string, takeOver: boolean): Promise<void> {
  const mark = await findMark(place)
  if (mark === epoch) return
  const owner = mark ?? (await findNewestWriter(place))
  if (owner !== undefined && owner !== epoch && !takeOver)
    throw new BackupError(
      `Another installation (its epoch is ${owner}) makes its backups at this place, and each would remove what the other needs: choose another place for this one; or, only if the other is gone for good, call «holdfast backup <place> --take-over», and from then on that one is refused`,
    )
  await place.put('backups', MARK, Buffer.from(epoch))
}

/** Throws where somebody has claimed the place since: then blobs may be gone that were there. */
export async function checkStillOwn(place: BackupPlace, epoch: string): Promise<void> {
  const mark = await findMark(place)
  if (mark !== epoch)
    throw new BackupError(
      `Another installation (its epoch is ${mark ?? 'not told'}) has taken this place over meanwhile, and what is there is no longer for this one to change: choose another place`,
    )
}

const findMark = async (place: BackupPlace): Promise<string | undefined> =>
  (await place.get('backups', MARK))?.toString().trim()

/** A place from before there were marks is that of its newest backup. */
async function findNewestWriter(place: BackupPlace): Promise<string | undefined> {
  for (const name of (await listBackups(place)).reverse())
    try {
      return (await readManifest(place, name)).epoch
    } catch (error) {
      // One that is damaged tells nothing; an older one may.
      if (!(error instanceof BackupError)) throw error
    }
  return undefined
}
