import { createHash } from 'node:crypto'
import { sizeInWords } from '@holdfast/api/sizes'
import type { Ctx } from '../../platform/context.ts'
import type { Rows, Snapshot } from '../../platform/db/database.ts'
import { listMigrations, listWholeTables, readLastIds } from '../../platform/db/whole/tables.ts'
import { currentEpoch } from '../../platform/installation/epoch.ts'
import { listMasterKeys } from '../../platform/installation/queries.ts'
import { installationSecret } from '../../platform/installation/secret.ts'
import { VERSION } from '../../platform/installation/version.ts'
import { BackupError } from './backup-error.ts'
import { blobsOf, eachBlob, Progress, readBlob } from './copy-blobs.ts'
import { holdingSweep } from './hold-sweep.ts'
import {
  isComplete,
  keyId,
  listParts,
  type Manifest,
  nameOfBackup,
  pieceName,
  removeBackup,
  type TableInBackup,
  writeManifest,
} from './manifest.ts'
import { writePieces } from './pieces.ts'
import type { BackupPlace } from './place.ts'
import { checkStillOwn, claimPlace } from './place-owner.ts'
import { listNamedBlobs, listStillNamed } from './queries.ts'
import { removeOldBackups } from './remove-old-backups.ts'

export type Tell = (text: string) => void

interface BackupOptions {
  keep: number | undefined
  /** At the place of an installation that is gone. */
  takeOver?: boolean
  tell: Tell
}

export interface Made {
  manifest: Manifest
  /** What had not been copied before. */
  copied: { count: number; bytes: number }
  /** Of the damaged ones, those that files still have. */
  problems: string[]
}

/**
 * Copies the database as it is at one moment, then the blobs that it names: these never change, and none is deleted meanwhile.
 * What a call that was cut off has copied of them is not copied again.
 */
export async function makeBackup(
  ctx: Ctx,
  place: BackupPlace,
  { keep, takeOver = false, tell }: BackupOptions,
): Promise<Made> {
  const { id: epoch } = await currentEpoch(ctx)
  await claimPlace(place, epoch, takeOver)
  return holdingSweep(ctx, async () => {
    for (const [name, parts] of await listParts(place))
      if (!isComplete(name, parts)) await removeBackup(place, name, parts)
    const begun = { ...(await describe(ctx)), epoch, ...(await copyDatabase(ctx, place, tell)) }
    const { damaged, copied } = await copyNewBlobs(ctx, place, begun.blobs, tell)
    const manifest: Manifest = { ...begun, damaged }
    const checkOwn = () => checkStillOwn(place, epoch)
    await checkOwn()
    await writeManifest(place, manifest)
    // Once more: whoever claimed the place before the manifest was there may have removed blobs that it names.
    await checkOwn().catch(async (error) => {
      if (error instanceof BackupError) await removeBackup(place, manifest.backup, [])
      throw error
    })
    if (keep !== undefined) await removeOldBackups(place, { keep, checkOwn, tell })
    return { manifest, copied, problems: await listStillNamed(ctx.db.read, damaged) }
  })
}

/** Tells an installation from others, also where it was moved or restored. */
export async function installationId(ctx: Ctx): Promise<string> {
  const secret = await installationSecret(ctx, 'installation')
  return createHash('sha256').update(`installation ${secret}`).digest('hex').slice(0, 16)
}

async function describe(ctx: Ctx): Promise<Pick<Manifest, 'form' | 'version' | 'installation' | 'keys'>> {
  const keys = await listMasterKeys(ctx.db.read)
  return {
    form: 1,
    version: VERSION,
    installation: await installationId(ctx),
    keys: keys.map(({ version, check_value }) => ({ version, id: keyId(check_value) })),
  }
}

type OfDatabase = Pick<Manifest, 'backup' | 'migrations' | 'tables' | 'ids' | 'blobs'>

const copyDatabase = (ctx: Ctx, place: BackupPlace, tell: Tell): Promise<OfDatabase> =>
  ctx.db.snapshot(async (moment) => {
    const backup = nameOfBackup(ctx.now())
    const tables: TableInBackup[] = []
    for (const { name, columns } of await listWholeTables(moment.db)) {
      const pieces = await writePieces(place, pieceName(backup, name), moment.rows(name, columns))
      tables.push({ name, columns, rows: pieces.reduce((sum, { rows }) => sum + rows, 0), pieces })
    }
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const blobs = await listBlobs(moment, place, backup)
    tell(
      `The database is copied: ${rows} rows of ${tables.length} tables. It names ${blobs.count} blobs, ${sizeInWords(blobs.bytes, 'en')}.`,
    )
    const migrations = await listMigrations(moment.db)
    return { backup, migrations, tables, ids: await readLastIds(moment.db), blobs }
  })

async function listBlobs({ db }: Snapshot, place: BackupPlace, backup: string): Promise<Manifest['blobs']> {
  const sum = { count: 0, bytes: 0 }
  const rows = async function* (): Rows & AsyncGenerator {
    for await (const blobs of listNamedBlobs(db)) {
      sum.count += blobs.length
      for (const { size } of blobs) sum.bytes += size
      yield blobs.map(({ key, size, sha256 }) => [key, size, sha256])
    }
  }
  const pieces = await writePieces(place, pieceName(backup, 'blobs'), rows())
  return { ...sum, pieces }
}

async function copyNewBlobs(ctx: Ctx, place: BackupPlace, blobs: Manifest['blobs'], tell: Tell) {
  const there = new Set<string>()
  for await (const keys of place.list('blobs')) for (const key of keys) there.add(key)
  const damaged: string[] = []
  const progress = new Progress(blobs, (text) => tell(`Copied: ${text}.`))
  const copied = { count: 0, bytes: 0 }
  await eachBlob(blobsOf(place, blobs), async (blob) => {
    const { key, size } = blob
    if (!there.has(key)) {
      const bytes = await readBlob(ctx.blobs, blob)
      if (bytes) {
        await place.put('blobs', key, bytes)
        copied.count++
        copied.bytes += size
      } else damaged.push(key)
    }
    progress.add(size)
  })
  return { damaged: damaged.sort(), copied }
}
