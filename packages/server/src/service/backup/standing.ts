import type { Ctx } from '../../platform/context.ts'
import { backupFingerprint } from '../../platform/installation/backup-key.ts'
import { listBackups, openManifest } from './form/manifest.ts'
import { sha256Of } from './form/pieces.ts'
import { BackupError } from './place/backup-error.ts'
import { type BackupName, numberOf } from './place/names.ts'
import type { BackupPlace } from './place/place.ts'
import type { PlaceMark } from './place-owner.ts'
import { deleteKept, findPlaceByMark, insertKept, listKept, setComplete } from './place-queries.ts'

/** What a place has, and what comes next there. */
export interface Standing {
  /** Of the backup that is made next: higher than every one that was there, whether it still is or not. */
  number: number
  /** The newest that is whole and ours. */
  newest: { backup: BackupName; bytes: Buffer } | undefined
}

/** Reads the manifests, from the newest to the first that is good, and brings what the database knows of the place up to date. */
export async function standingOf(ctx: Ctx, place: BackupPlace, own: PlaceMark): Promise<Standing> {
  const names = await listBackups(place)
  await settle(ctx, place, own, names)
  const known = await findPlaceByMark(ctx.db.read, own.id)
  const newest = await findNewest(ctx, place, names)
  // Not of those that somebody else has signed: one with the highest number there is would be the last.
  const highest = Math.max(known?.newest ?? 0, newest ? numberOf(newest.backup) : 0)
  return { number: highest + 1, newest }
}

async function findNewest(
  ctx: Ctx,
  place: BackupPlace,
  names: readonly BackupName[],
): Promise<Standing['newest']> {
  const fingerprint = await backupFingerprint(ctx)
  for (const backup of names.toReversed()) {
    const bytes = await place.get('backups', backup)
    if (bytes && isOurs(backup, bytes, fingerprint)) return { backup, bytes }
  }
  return undefined
}

function isOurs(backup: BackupName, bytes: Buffer, fingerprint: string): boolean {
  try {
    return openManifest(backup, bytes).fingerprint === fingerprint
  } catch (error) {
    if (error instanceof BackupError) return false
    throw error
  }
}

/**
 * A backup that was cut off when it was all but made counts if its manifest is there. A place that is new to the database, as after
 * a restore, brings its backups along.
 */
async function settle(ctx: Ctx, place: BackupPlace, { id: mark }: PlaceMark, names: readonly BackupName[]) {
  const kept = await listKept(ctx.db.read, mark)
  for (const { number, backup, sha256 } of kept.filter(({ complete }) => complete === 0)) {
    const name = names.find((each) => each === backup)
    const bytes = name && (await place.get('backups', name))
    const isThere = bytes !== undefined && sha256Of(bytes) === sha256
    await ctx.db.write((tx) => (isThere ? setComplete(tx, mark, number, 1) : deleteKept(tx, mark, number)))
  }
  if (kept.length > 0) return
  const fingerprint = await backupFingerprint(ctx)
  for (const backup of names) {
    const bytes = await place.get('backups', backup)
    if (!bytes || !isOurs(backup, bytes, fingerprint)) continue
    const row = { mark, number: numberOf(backup), backup, sha256: sha256Of(bytes), complete: 1 as const }
    await ctx.db.write((tx) => insertKept(tx, row))
  }
}
