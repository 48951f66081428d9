import { type BlobsLocation, blobsPlace } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/context.ts'
import { BACKUP_LOCATION } from '../words/backup.ts'
import { listBackups } from './form/manifest.ts'
import { BackupError } from './place/backup-error.ts'
import { MARK } from './place/names.ts'
import type { BackupPlace } from './place/place.ts'
import { findPlace, forgetKept, type KnownPlace, rememberPlace } from './place-queries.ts'

/** What a place says about itself. */
export interface PlaceMark {
  /** Random: tells this place from every other, and from an empty folder where it is not mounted. */
  id: string
  /** Of the installation that makes its backups here. */
  epoch: string
}

const WRITTEN = /^([0-9a-f]{32}) ([\w-]{11})\n$/

/** Undefined where there is none; `damaged` where there is something else. */
export async function findMark(place: BackupPlace): Promise<PlaceMark | 'damaged' | undefined> {
  const bytes = await place.get('backups', MARK)
  if (!bytes) return undefined
  const [, id, epoch] = WRITTEN.exec(bytes.toString()) ?? []
  return id && epoch ? { id, epoch } : 'damaged'
}

export const writeMark = (place: BackupPlace, { id, epoch }: PlaceMark): Promise<void> =>
  place.put('backups', MARK, Buffer.from(`${id} ${epoch}\n`))

export interface ClaimOptions {
  location: BlobsLocation
  /** At the place of an installation that is gone. */
  takeOver?: boolean
  /** Where another one was, or none is any more. */
  newPlace?: boolean
}

/** Whether a folder may be made there: not where one was, because then its disk is missing. */
export const mayCreate = async (
  { db }: Pick<Ctx, 'db'>,
  { location, newPlace }: ClaimOptions,
): Promise<boolean> => newPlace === true || (await findPlace(db.read, blobsPlace(location))) === undefined

/**
 * Makes the place that of one installation, known by the id of its epoch: two would remove each other's backups, and the blobs of
 * those that are not complete yet. Throws where it is another's, and where it is not the place that is known at this location.
 */
export async function claimPlace(
  ctx: Pick<Ctx, 'db' | 'random'>,
  place: BackupPlace,
  epoch: string,
  { location, takeOver = false, newPlace = false }: ClaimOptions,
): Promise<PlaceMark> {
  const where = blobsPlace(location)
  const known = newPlace ? undefined : await findPlace(ctx.db.read, where)
  const mark = await findMark(place)
  await checkKnown(place, { mark, known, takeOver })
  if (mark !== undefined && mark !== 'damaged' && mark.epoch !== epoch && !takeOver)
    throw new BackupError(BACKUP_LOCATION.anothers(mark.epoch))
  const before = mark === undefined || mark === 'damaged' ? undefined : mark
  const own = { id: before?.id ?? known?.mark ?? ctx.random(16).toString('hex'), epoch }
  const isOwn = before?.epoch === epoch
  if (!isOwn) await writeMark(place, own)
  await ctx.db.write(async (tx) => {
    if (!isOwn) await forgetKept(tx, own.id)
    await rememberPlace(tx, where, own.id)
  })
  return own
}

interface Seen {
  mark: PlaceMark | 'damaged' | undefined
  known: KnownPlace | undefined
  takeOver?: boolean
}

/** Throws where another place is at a location than the one that is known there, or none. */
export async function checkKnown(place: BackupPlace, { mark, known, takeOver = false }: Seen): Promise<void> {
  if (mark === 'damaged') {
    if (!takeOver) throw new BackupError(BACKUP_LOCATION.markDamaged)
  } else if (mark !== undefined) {
    if (known && mark.id !== known.mark) throw new BackupError(BACKUP_LOCATION.another(known.location))
  } else if ((await listBackups(place)).length > 0) {
    if (!takeOver) throw new BackupError(BACKUP_LOCATION.markMissing)
  } else if (known) throw new BackupError(BACKUP_LOCATION.empty(known.location))
}

/** Throws where somebody has claimed the place since: then blobs may be gone that were there. */
export async function checkStillOwn(place: BackupPlace, own: PlaceMark): Promise<void> {
  const mark = await findMark(place)
  if (mark === undefined || mark === 'damaged') throw new BackupError(BACKUP_LOCATION.markLost)
  if (mark.epoch !== own.epoch || mark.id !== own.id)
    throw new BackupError(BACKUP_LOCATION.takenOver(mark.epoch))
}
