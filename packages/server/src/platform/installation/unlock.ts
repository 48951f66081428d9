import { createHmac } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/database.ts'
import { Keys, type MasterKey } from '../secrets/keys.ts'
import { MasterKeyError, makeMasterKey, readMasterKeys } from '../secrets/master-key-file.ts'
import { insertMasterKey, isInUse, listMasterKeys, type MasterKeyRow } from './queries.ts'

/** Gives the database the keys to what is sealed in it. Throws MasterKeyError without the key of this installation. */
export async function unlock(ctx: Pick<Ctx, 'config' | 'db' | 'random'>): Promise<void> {
  const known = await listMasterKeys(ctx.db.read)
  if (known.length === 0) return refuseUnused()
  ctx.db.unlock(keysFor(ctx, await getMasterKeys(ctx), known))
}

/** As `unlock`; and makes the key, if this is the start that makes the installation. */
export async function unlockOrBegin(ctx: Ctx): Promise<void> {
  if (await isBegun(ctx.db.read)) return unlock(ctx)
  const { masterKeyFile: file } = ctx.config
  const given = await readMasterKeys(file)
  const keys = given ?? (await makeMasterKey(file, ctx.random))
  const made_at = ctx.now()
  await ctx.db.write(async (tx) => {
    for (const key of keys)
      await insertMasterKey(tx, {
        version: key.version,
        check_value: checkValue(new Keys([key], ctx.random)),
        made_at,
        resealed_at: made_at,
      })
  })
  await unlock(ctx).catch(async (error) => {
    // Another server was first, so its key is the one that counts; this one would only be mistaken for it.
    if (!given && error instanceof MasterKeyError) await rm(file, { force: true })
    throw error
  })
}

async function isBegun(db: Db): Promise<boolean> {
  if ((await listMasterKeys(db)).length > 0) return true
  if (await isInUse(db))
    throw new MasterKeyError(
      'The table master_key of the database is empty. Restore it from a backup of the database.',
    )
  return false
}

export async function getMasterKeys({ config }: Pick<Ctx, 'config'>): Promise<MasterKey[]> {
  const { masterKeyFile: file } = config
  const keys = await readMasterKeys(file)
  if (!keys)
    throw new MasterKeyError(
      `The master key of this installation is missing. Copy it to ${file} from another server of this installation, or from where you keep your copy (HOLDFAST_MASTER_KEY_FILE).`,
    )
  return keys
}

/** The newest version that the database knows seals; a file may have one that is not in use yet, or no more after a restore. */
function keysFor(
  { config, random }: Pick<Ctx, 'config' | 'random'>,
  masterKeys: readonly MasterKey[],
  known: readonly MasterKeyRow[],
): Keys {
  for (const { version, check_value } of known) {
    const key = masterKeys.find((one) => one.version === version)
    if (!key || !checkValue(new Keys([key], random)).equals(check_value))
      throw new MasterKeyError(
        `${config.masterKeyFile} does not contain the master key of this installation (version ${version}). Copy the file from a running server, or from where you keep your copy (HOLDFAST_MASTER_KEY_FILE).`,
      )
  }
  return new Keys(masterKeys, random, known.at(-1)?.version)
}

/** Tells nothing about the key but that it is this one. */
export const checkValue = (keys: Keys): Buffer =>
  createHmac('sha256', keys.derived('check')).update('holdfast master key').digest()

function refuseUnused(): never {
  throw new MasterKeyError(
    'There is no installation in this database yet. Start the service once to create it.',
  )
}
