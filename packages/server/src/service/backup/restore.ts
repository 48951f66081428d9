import { anchorRestored } from '../../oversight/activity/anchor-activity.ts'
import type { BlobKey } from '../../platform/basics/blob-key.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { currentEpoch, endEpoch } from '../../platform/installation/epoch.ts'
import { holdAfterTakeOver } from '../../platform/installation/rest-queries.ts'
import { markStore } from '../../platform/installation/store-mark.ts'
import { checkValue, getMasterKeys, unlock } from '../../platform/installation/unlock.ts'
import { Keys, type MasterKey } from '../../platform/secrets/keys.ts'
import { makeMasterKey, readMasterKeys } from '../../platform/secrets/master-key-file.ts'
import { newHash } from '../../sharing/links/hash.ts'
import { RESTORE } from '../words/backup.ts'
import { blobsOf, readBlob } from './copy-blobs.ts'
import {
  fillDatabase,
  fillingMark,
  fillStore,
  formOf,
  inUse,
  isFilling,
  isUsed,
  type Source,
} from './fill-installation.ts'
import { type KeyId, keyId, type Manifest, rowCount } from './form/manifest.ts'
import { readTree } from './form/tree.ts'
import { chainAnew, type Lost, replaceMasterKeys, replaceSealed } from './lost-key-queries.ts'
import { BackupError } from './place/backup-error.ts'
import type { BackupPlace } from './place/place.ts'
import { markDamaged } from './queries.ts'

interface RestoreOptions {
  withoutKey: boolean
  /** Into the store that a lost database has left. */
  takeOver?: boolean
  tell(text: string): void
}

export interface Restored {
  rows: number
  epoch: string
  /** The keys of blobs that the backup has not, or not as they were. */
  damaged: BlobKey[]
  /** What went with the key. */
  lost: Lost | undefined
}

/** Makes the empty database of `ctx`, and its store, what the backup is of, and begins a new epoch. Can be called again after a kill. */
export async function restore(
  ctx: Ctx,
  place: BackupPlace,
  manifest: Manifest,
  { withoutKey, takeOver = false, tell }: RestoreOptions,
): Promise<Restored> {
  const source = sourceOf(place, manifest)
  formOf(source)
  if (!withoutKey) await checkKey(ctx, manifest)
  const instead = withoutKey ? await getKeyInstead(ctx, manifest) : undefined
  let lost: Lost | undefined
  let damaged: BlobKey[] = []
  if (!(await isUsed(ctx.db))) {
    damaged = await fillStore(ctx.blobs, source, { takeOver, tell })
    await fillDatabase(ctx, source, async (tx) => {
      await markDamaged(tx, damaged, ctx.now())
      if (instead) lost = await beginWithoutKey(tx, ctx, instead)
      await endEpoch(tx, ctx)
      if (takeOver) await holdAfterTakeOver(tx, ctx.now())
    })
    // Otherwise a call before this one was cut off at its end.
  } else if (!(await isFilling(ctx.blobs, source))) throw inUse()
  await unlock(ctx)
  await anchorRestored(ctx)
  const { id: epoch } = await currentEpoch(ctx)
  // The previous owner of the store is refused from here on.
  await markStore(ctx, epoch)
  await ctx.blobs.delete(fillingMark(source))
  return { rows: rowCount(manifest), epoch, damaged, lost }
}

function sourceOf(place: BackupPlace, manifest: Manifest): Source {
  const { backup, migrations, tables, ids, blobs } = manifest
  const treeOf = new Map(tables.map(({ name, rows }) => [name, rows]))
  return {
    name: backup,
    migrations,
    tables: tables.map(({ name, columns, rows }) => ({ name, columns, rows: rows.rows })),
    rowsOf: (table) => readTree(place, treeOf.get(table) ?? { rows: 0, height: 0, top: null }),
    ids,
    blobs: { ...blobs, lists: () => blobsOf(place, blobs) },
    getBlob: async (blob) => {
      const bytes = await place.get('blobs', blob.key)
      return bytes && readBlob({ get: async () => bytes }, blob)
    },
  }
}

/** Before anything is written: without the key the service would never start. */
async function checkKey(ctx: Ctx, manifest: Manifest): Promise<void> {
  const lacking = findLacking(ctx, manifest, await getMasterKeys(ctx))
  if (lacking) throw new BackupError(RESTORE.wrongKey(ctx.config.masterKeyFile, lacking))
}

const findLacking = ({ random }: Ctx, { keys }: Manifest, there: readonly MasterKey[]): KeyId | undefined =>
  keys.find(({ version, id }) => {
    const key = there.find((one) => one.version === version)
    return !key || keyId(checkValue(new Keys([key], random))) !== id
  })

/** One that the settings name, or a new one. */
async function getKeyInstead(ctx: Ctx, manifest: Manifest): Promise<MasterKey[]> {
  const { masterKeyFile: file } = ctx.config
  const keys = (await readMasterKeys(file)) ?? (await makeMasterKey(file, ctx.random))
  if (!findLacking(ctx, manifest, keys)) throw new BackupError(RESTORE.keyIsThere(file))
  ctx.db.unlock(new Keys(keys, ctx.random))
  return keys
}

async function beginWithoutKey(tx: Tx, { random, now }: Ctx, keys: readonly MasterKey[]): Promise<Lost> {
  const rows = keys.map((key) => ({
    version: key.version,
    check_value: checkValue(new Keys([key], random)),
  }))
  await replaceMasterKeys(tx, rows, now())
  await chainAnew(tx)
  return replaceSealed(tx, () => newHash(random))
}
