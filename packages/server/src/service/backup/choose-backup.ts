import type { Ctx } from '../../platform/context.ts'
import { getMasterKeys } from '../../platform/installation/unlock.ts'
import { Keys } from '../../platform/secrets/keys.ts'
import { fingerprintOf, publicKeyOf, signingKey } from '../../platform/secrets/signature.ts'
import { BACKING_UP, BACKUP_LOCATION, BACKUP_PROBLEMS } from '../words/backup.ts'
import { listBackups, type Manifest, readManifest } from './form/manifest.ts'
import { readPiece } from './form/pieces.ts'
import { leavesOf } from './form/tree.ts'
import { BackupError } from './place/backup-error.ts'
import type { BackupName } from './place/names.ts'
import type { BackupPlace } from './place/place.ts'

/** How it is known who made a backup. */
export type Origin =
  /** The fingerprint must be one of these. */
  | { kind: 'known'; fingerprints: readonly string[] }
  /** Nobody knows; somebody has typed the name of the one to take all the same. */
  | { kind: 'unproven'; backup: BackupName }

/** Anyone who has the master key has made the signature, too: by any version that the file has. */
export async function originByKey(ctx: Pick<Ctx, 'config' | 'random'>): Promise<Origin> {
  const masterKeys = await getMasterKeys(ctx)
  const keys = new Keys(masterKeys, ctx.random)
  return {
    kind: 'known',
    fingerprints: masterKeys.map(({ version }) => fingerprintOf(publicKeyOf(signingKey(keys, version)))),
  }
}

/**
 * The backup that was asked for, or the newest one whose origin is proven and whose database is whole. That is read before anything
 * is written, so that a damaged one neither stops half-way nor hides an older one that is good.
 */
export async function chooseBackup(
  place: BackupPlace,
  asked: BackupName | undefined,
  origin: Origin,
  tell: (text: string) => void,
): Promise<Manifest> {
  if (origin.kind === 'unproven') return open(place, origin.backup, origin)
  if (asked !== undefined) return open(place, asked, origin)
  const names = await listBackups(place)
  for (const name of names.toReversed())
    try {
      return await open(place, name, origin)
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      tell(BACKING_UP.unusable(name, error.message))
    }
  throw new BackupError(names.length === 0 ? BACKUP_LOCATION.noneComplete : BACKUP_LOCATION.noneRestorable)
}

async function open(place: BackupPlace, name: BackupName, origin: Origin): Promise<Manifest> {
  const { manifest, fingerprint } = await readManifest(place, name)
  if (origin.kind === 'known' && !origin.fingerprints.includes(fingerprint))
    throw new BackupError(BACKUP_PROBLEMS.otherFingerprint(name, fingerprint))
  for (const { rows } of manifest.tables)
    for await (const leaf of leavesOf(place, rows)) await readPiece(place, leaf)
  for await (const leaf of leavesOf(place, manifest.blobs.list)) await readPiece(place, leaf)
  return manifest
}
