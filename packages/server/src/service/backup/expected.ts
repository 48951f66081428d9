import { type BlobsLocation, blobsPlace } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/context.ts'
import { backupFingerprint } from '../../platform/installation/backup-key.ts'
import { currentEpoch } from '../../platform/installation/epoch.ts'
import { BACKUP_LOCATION } from '../words/backup.ts'
import { BackupError } from './place/backup-error.ts'
import type { BackupPlace } from './place/place.ts'
import { checkKnown, findMark } from './place-owner.ts'
import { findPlace, type KeptBackup, listKept } from './place-queries.ts'

/** What somebody knows who verifies backups. */
export interface Expected {
  /** Of the installation whose backups these are to be; undefined where nobody knows it. */
  fingerprint: string | undefined
  /** The backups that are to be there; undefined where the installation is not at hand. */
  kept?: readonly KeptBackup[]
}

/** What the installation knows of a place. Throws where the place is not the one it knows. */
export async function expectedBy(ctx: Ctx, place: BackupPlace, location: BlobsLocation): Promise<Expected> {
  const fingerprint = await backupFingerprint(ctx)
  const mark = await findMark(place)
  await checkKnown(place, { mark, known: await findPlace(ctx.db.read, blobsPlace(location)) })
  if (mark === undefined || mark === 'damaged') return { fingerprint }
  const kept = await listKept(ctx.db.read, mark.id)
  const { id: epoch } = await currentEpoch(ctx)
  if (mark.epoch === epoch) return { fingerprint, kept }
  // Since a restore it knows of none. Of a place with backups of its own, somebody else has changed the mark.
  if (kept.length > 0) throw new BackupError(BACKUP_LOCATION.disowned(mark.epoch))
  return { fingerprint }
}
