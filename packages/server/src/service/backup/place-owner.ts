import { type BlobsLocation, blobsPlace } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/context.ts'
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
    throw new BackupError(anothers(mark))
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
    if (!takeOver) throw new BackupError(DAMAGED)
  } else if (mark !== undefined) {
    if (known && mark.id !== known.mark) throw new BackupError(anotherPlace(known))
  } else if ((await listBackups(place)).length > 0) {
    if (!takeOver) throw new BackupError(UNMARKED)
  } else if (known) throw new BackupError(notThere(known))
}

/** Throws where somebody has claimed the place since: then blobs may be gone that were there. */
export async function checkStillOwn(place: BackupPlace, own: PlaceMark): Promise<void> {
  const mark = await findMark(place)
  if (mark === undefined || mark === 'damaged')
    throw new BackupError('The mark of this place is gone or damaged. Is its disk still mounted?')
  if (mark.epoch !== own.epoch || mark.id !== own.id)
    throw new BackupError(
      `Another installation (epoch ${mark.epoch}) has taken over this place in the meantime. Choose another place`,
    )
}

const notThere = ({ location }: KnownPlace): string =>
  `This installation has made backups at ${location} before, but nothing is there now. Is its disk mounted? If the old backups are gone or kept elsewhere, call “holdfast backup <place> --new-place”`

const anotherPlace = ({ location }: KnownPlace): string =>
  `${location} is not the place where this installation has made its backups. Is the right disk mounted? To go on here, call “holdfast backup <place> --new-place”`

const DAMAGED =
  'The file “backups/installation” of this place is damaged. If the backups here are yours, “holdfast backup <place> --take-over” writes it again'

const UNMARKED =
  'There are backups here, but the file “backups/installation” is missing. If they are yours, “holdfast backup <place> --take-over” writes it again'

const anothers = ({ epoch }: PlaceMark): string =>
  `Another installation (epoch ${epoch}) makes its backups at this place. Two would remove each other’s backups, so choose another place. Only if the other one is gone for good, call “holdfast backup <place> --take-over”: from then on it is refused here`
