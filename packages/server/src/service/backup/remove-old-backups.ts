import type { BlobKey } from '../../platform/basics/blob-key.ts'
import type { KeepRules } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/context.ts'
import { BACKING_UP } from '../words/backup.ts'
import { blobsOf } from './copy-blobs.ts'
import { listBackups, type Manifest, readManifest, treesOf } from './form/manifest.ts'
import { leavesOf } from './form/tree.ts'
import { chooseKept } from './keep-rules.ts'
import { BackupError } from './place/backup-error.ts'
import { type BackupName, numberOf, type PieceName } from './place/names.ts'
import { type BackupPlace, sizesOn } from './place/place.ts'
import { checkStillOwn, type PlaceMark } from './place-owner.ts'
import { deleteKept, listKept, setComplete } from './place-queries.ts'

interface RemoveOptions {
  own: PlaceMark
  keep: KeepRules
  tell(text: string): void
}

/**
 * Leaves the backups that the rules keep, and what they are made of. Only those count that this installation knows: a manifest that
 * somebody put there must not make others go. Not to be called while a backup is made there by another: a process that takes the place over
 * in the meantime makes one, whose blobs nothing names yet, so the mark is read again and again.
 */
export async function removeOldBackups(
  ctx: Pick<Ctx, 'db'>,
  place: BackupPlace,
  { own, keep, tell }: RemoveOptions,
): Promise<void> {
  const there = await listBackups(place)
  const known = new Set((await listKept(ctx.db.read, own.id)).map(({ backup }) => backup))
  const ours = there.filter((name) => known.has(name))
  const kept = chooseKept(ours, keep)
  const old = ours.filter((name) => !kept.has(name))
  for (const name of old) {
    await checkStillOwn(place, own)
    await removeBackup(ctx, place, own, name)
  }
  const left = there.filter((name) => !old.includes(name))
  const needed = await findNeeded(place, left, known, tell)
  const removed = needed ? await removeUnneeded(place, own, needed) : 0
  tell(BACKING_UP.kept(kept.size, old.length, removed))
}

/** A backup without its manifest is none. What it is made of goes when nothing else needs it. */
export async function removeBackup(
  { db }: Pick<Ctx, 'db'>,
  place: BackupPlace,
  { id }: PlaceMark,
  name: BackupName,
): Promise<void> {
  const number = numberOf(name)
  // Cut off in between, it may be there or not: the next call finds out.
  await db.write((tx) => setComplete(tx, id, number, 0))
  await place.delete('backups', name)
  await db.write((tx) => deleteKept(tx, id, number))
}

interface Needed {
  blobs: Set<BlobKey>
  pieces: Set<PieceName>
}

/** Undefined where nobody knows what one of ours needs. */
async function findNeeded(
  place: BackupPlace,
  names: readonly BackupName[],
  known: ReadonlySet<string>,
  tell: RemoveOptions['tell'],
): Promise<Needed | undefined> {
  const needed: Needed = { blobs: new Set(), pieces: new Set() }
  let isKnown = true
  for (const name of names)
    try {
      await gather(place, (await readManifest(place, name)).manifest, needed)
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      if (!known.has(name)) continue
      isKnown = false
      tell(BACKING_UP.blocksRemoval(name, error.message))
    }
  return isKnown ? needed : undefined
}

/** Lists that several backups share are read once. */
async function gather(place: BackupPlace, manifest: Manifest, { blobs, pieces }: Needed): Promise<void> {
  for (const tree of treesOf(manifest)) {
    if (tree.top && pieces.has(tree.top.name)) continue
    for await (const _ of leavesOf(place, tree, ({ name }) => void pieces.add(name)));
  }
  for await (const some of blobsOf(place, manifest.blobs)) for (const { key } of some) blobs.add(key)
}

async function removeUnneeded(place: BackupPlace, own: PlaceMark, needed: Needed): Promise<number> {
  let removed = 0
  const remove = async <S extends 'blobs' | 'pieces'>(shelf: S, isNeeded: (name: string) => boolean) => {
    const unneeded = [...(await sizesOn(place, shelf)).keys()].filter((name) => !isNeeded(name))
    for (const [n, name] of unneeded.entries()) {
      if (n % 100 === 0) await checkStillOwn(place, own)
      await place.delete(shelf, name)
    }
    removed += unneeded.length
  }
  await remove('blobs', (name) => needed.blobs.has(name as BlobKey))
  await remove('pieces', (name) => needed.pieces.has(name as PieceName))
  return removed
}
