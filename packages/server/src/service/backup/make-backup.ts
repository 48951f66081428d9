import { createHash } from 'node:crypto'
import { sizeInWords } from '@holdfast/api/sizes'
import { formatUtc } from '@holdfast/api/time'
import type { BlobKey } from '../../platform/basics/blob-key.ts'
import type { KeepRules } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Rows, Snapshot } from '../../platform/db/database.ts'
import { HASHED_BYTES, listMigrations, listWholeTables, readLastIds } from '../../platform/db/whole/tables.ts'
import { backupKey } from '../../platform/installation/backup-key.ts'
import { currentEpoch } from '../../platform/installation/epoch.ts'
import { listMasterKeys } from '../../platform/installation/queries.ts'
import { installationSecret } from '../../platform/installation/secret.ts'
import { VERSION } from '../../platform/installation/version.ts'
import { fingerprintOf, publicKeyOf } from '../../platform/secrets/signature.ts'
import { BACKING_UP } from '../words/backup.ts'
import { type CopiedBlobs, copyBlobs } from './copy-blobs.ts'
import { FORM, keyId, type Manifest, rowCount, sealManifest } from './form/manifest.ts'
import { sha256Of } from './form/pieces.ts'
import { type StorePiece, writeTree } from './form/tree.ts'
import { holdingSweep } from './hold-sweep.ts'
import { BackupError } from './place/backup-error.ts'
import { nameOfBackup } from './place/names.ts'
import { type BackupPlace, sizesOn } from './place/place.ts'
import { type ClaimOptions, checkStillOwn, claimPlace, type PlaceMark } from './place-owner.ts'
import { deleteKept, insertKept, noteNewest, setComplete } from './place-queries.ts'
import { listNamedBlobs, listStillNamed } from './queries.ts'
import { Recheck } from './recheck.ts'
import { removeOldBackups } from './remove-old-backups.ts'
import { type Standing, standingOf } from './standing.ts'
import { PieceStore } from './store-pieces.ts'

export type Tell = (text: string) => void

export interface BackupOptions extends ClaimOptions {
  keep: KeepRules | undefined
  tell: Tell
}

export interface Made {
  manifest: Manifest
  fingerprint: string
  /** What had not been copied before. */
  copied: CopiedBlobs['copied']
  /** How much the place has grown, without what was removed. */
  added: number
  /** Of the damaged ones, those that files still have. */
  problems: BlobKey[]
}

/**
 * Copies the database as it is at one moment, then the blobs that it names: these never change, and none is deleted in the meantime.
 * What a call that was cut off has copied is not copied again.
 */
export const makeBackup = (ctx: Ctx, place: BackupPlace, options: BackupOptions): Promise<Made> =>
  holdingSweep(ctx, async () => {
    const { id: epoch } = await currentEpoch(ctx)
    const own = await claimPlace(ctx, place, epoch, options)
    const standing = await standingOf(ctx, place, own)
    tellClock(ctx, standing, options.tell)
    return make(ctx, place, own, standing, options)
  })

async function make(
  ctx: Ctx,
  place: BackupPlace,
  own: PlaceMark,
  standing: Standing,
  { keep, tell }: BackupOptions,
): Promise<Made> {
  const { number, newest } = standing
  const recheck = new Recheck(number)
  const pieces = new PieceStore(place, await sizesOn(place, 'pieces'), recheck)
  if (newest) await pieces.learnFrom(newest.backup, newest.bytes)
  const begun = {
    ...(await describe(ctx, own)),
    previous: newest ? { backup: newest.backup, sha256: sha256Of(newest.bytes) } : null,
    ...(await copyDatabase(ctx, number, (cut, whole) => pieces.store(cut, whole))),
  }
  tell(
    BACKING_UP.databaseCopied({
      ...{ rows: rowCount({ ...begun, damaged: [] }), added: sizeInWords(pieces.stored.bytes, 'en') },
      ...{ blobs: begun.blobs.count, size: sizeInWords(begun.blobs.bytes, 'en') },
    }),
  )
  const blobs = await copyBlobs(ctx, place, begun.blobs, recheck, tell)
  const repaired = pieces.repaired.length + blobs.repaired.length
  if (pieces.unsound > 0) tell(BACKING_UP.damagedRows)
  if (repaired > 0) tell(BACKING_UP.repaired(repaired))
  const manifest: Manifest = { ...begun, damaged: blobs.damaged }
  const key = await backupKey(ctx)
  const bytes = sealManifest(manifest, key)
  await publish(ctx, place, own, number, manifest, bytes)
  if (keep) await removeOldBackups(ctx, place, { own, keep, tell })
  return {
    manifest,
    fingerprint: fingerprintOf(publicKeyOf(key)),
    copied: blobs.copied,
    added: pieces.stored.bytes + blobs.copied.bytes + bytes.length,
    problems: await listStillNamed(ctx.db.read, blobs.damaged),
  }
}

/** With its manifest the backup exists. */
async function publish(
  { db }: Ctx,
  place: BackupPlace,
  own: PlaceMark,
  number: number,
  { backup }: Manifest,
  bytes: Buffer,
): Promise<void> {
  await checkStillOwn(place, own)
  await db.write(async (tx) => {
    await insertKept(tx, { mark: own.id, number, backup, sha256: sha256Of(bytes), complete: 0 })
    await noteNewest(tx, own.id, number)
  })
  await place.put('backups', backup, bytes)
  // Once more: anyone who claimed the place before the manifest was there may have removed blobs that it names.
  await checkStillOwn(place, own).catch(async (error) => {
    if (error instanceof BackupError) {
      await place.delete('backups', backup)
      await db.write((tx) => deleteKept(tx, own.id, number))
    }
    throw error
  })
  await db.write((tx) => setComplete(tx, own.id, number, 1))
}

function tellClock({ now }: Ctx, { newest }: Standing, tell: Tell): void {
  const [, day] = /-(\d{8}T\d{6})Z-/.exec(newest?.backup ?? '') ?? []
  if (day !== undefined && day > formatUtc(now()).replace(/[-:]/g, ''))
    tell(BACKING_UP.clock(newest?.backup ?? '', formatUtc(now())))
}

/** Tells an installation from others, also where it was moved or restored. */
export async function installationId(ctx: Ctx): Promise<string> {
  const secret = await installationSecret(ctx, 'installation')
  return createHash('sha256').update(`installation ${secret}`).digest('hex').slice(0, 16)
}

async function describe(ctx: Ctx, { epoch }: PlaceMark) {
  const keys = await listMasterKeys(ctx.db.read)
  return {
    form: FORM,
    version: VERSION,
    installation: await installationId(ctx),
    epoch,
    keys: keys.map(({ version, check_value }) => ({ version, id: keyId(check_value) })),
  } as const
}

type OfDatabase = Pick<Manifest, 'backup' | 'migrations' | 'tables' | 'ids' | 'blobs'>

const copyDatabase = (ctx: Ctx, number: number, store: StorePiece): Promise<OfDatabase> =>
  ctx.db.snapshot(async (moment) => ({
    backup: nameOfBackup(number, ctx.now(), ctx.random),
    migrations: await listMigrations(moment.db),
    tables: await writeTables(moment, store),
    ids: await readLastIds(moment.db),
    blobs: await listBlobs(moment, store),
  }))

export async function writeTables(moment: Snapshot, store: StorePiece): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = []
  for (const { name, columns } of await listWholeTables(moment.db)) {
    const left = HASHED_BYTES[name]
    const rows = left
      ? await writeTree(moment.rowsWithout(left, name, columns), store, (ids) =>
          moment.bytes(left, name, ids),
        )
      : await writeTree(moment.rows(name, columns), store)
    tables.push({ name, columns, rows })
  }
  return tables
}

export async function listBlobs({ db }: Snapshot, store: StorePiece): Promise<Manifest['blobs']> {
  const sum = { count: 0, bytes: 0 }
  const rows = async function* (): Rows & AsyncGenerator {
    for await (const blobs of listNamedBlobs(db)) {
      sum.count += blobs.length
      for (const { size } of blobs) sum.bytes += size
      yield blobs.map(({ key, size, sha256 }) => [key, size, sha256])
    }
  }
  const list = await writeTree(rows(), store)
  return { ...sum, list }
}
