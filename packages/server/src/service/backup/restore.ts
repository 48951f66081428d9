import { anchorRestored } from '../../oversight/activity/anchor-activity.ts'
import type { Ctx } from '../../platform/context.ts'
import { currentEpoch, endEpoch } from '../../platform/installation/epoch.ts'
import { checkValue, getMasterKeys, unlock } from '../../platform/installation/unlock.ts'
import { Keys } from '../../platform/secrets/keys.ts'
import { BackupError } from './backup-error.ts'
import { blobsOf, readBlob } from './copy-blobs.ts'
import {
  fillDatabase,
  fillStore,
  formOf,
  inUse,
  isFilling,
  isUsed,
  MARK,
  type Source,
} from './fill-installation.ts'
import { keyId, type Manifest } from './manifest.ts'
import { readPieces } from './pieces.ts'
import type { BackupPlace } from './place.ts'
import { markDamaged } from './queries.ts'

export interface Restored {
  rows: number
  epoch: string
  /** The keys of blobs that the backup has not, or not as they were. */
  damaged: string[]
}

/** Makes the empty database and store of `ctx` what the backup is of, and begins a new epoch. Can be called again after a kill. */
export async function restore(
  ctx: Ctx,
  place: BackupPlace,
  manifest: Manifest,
  tell: (text: string) => void,
): Promise<Restored> {
  const source = sourceOf(place, manifest)
  formOf(source)
  await checkKey(ctx, manifest)
  let damaged: string[] = []
  if (!(await isUsed(ctx.db))) {
    damaged = await fillStore(ctx.blobs, source, tell)
    await fillDatabase(ctx, source, async (tx) => {
      await markDamaged(tx, damaged, ctx.now())
      await endEpoch(tx, ctx.random)
    })
    // Otherwise a call before this one was cut off at its end.
  } else if (!(await isFilling(ctx.blobs, source))) throw inUse()
  await unlock(ctx)
  await anchorRestored(ctx)
  await ctx.blobs.delete(MARK + source.name)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return { rows, epoch: (await currentEpoch(ctx)).id, damaged }
}

function sourceOf(place: BackupPlace, manifest: Manifest): Source {
  const { backup, migrations, tables, ids, blobs } = manifest
  const piecesOf = new Map(tables.map(({ name, pieces }) => [name, pieces]))
  return {
    name: backup,
    migrations,
    tables,
    rowsOf: (table) => readPieces(place, piecesOf.get(table) ?? []),
    ids,
    blobs: { ...blobs, lists: () => blobsOf(place, blobs) },
    getBlob: async (blob) => {
      const bytes = await place.get('blobs', blob.key)
      return bytes && readBlob({ get: async () => bytes }, blob)
    },
  }
}

/** Before anything is written: without the key the service would never start. */
async function checkKey(ctx: Ctx, { keys }: Manifest): Promise<void> {
  const there = await getMasterKeys(ctx)
  for (const { version, id } of keys) {
    const key = there.find((one) => one.version === version)
    if (!key || keyId(checkValue(new Keys([key], ctx.random))) !== id)
      throw new BackupError(
        `${ctx.config.masterKeyFile} does not hold the master key of this backup (version ${version}, id ${id}): copy the file from where it is kept apart (HOLDFAST_MASTER_KEY_FILE)`,
      )
  }
}
