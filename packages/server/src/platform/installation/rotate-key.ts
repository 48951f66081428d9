import type { Ctx } from '../context.ts'
import { Keys, type MasterKey } from '../secrets/keys.ts'
import { addMasterKey } from '../secrets/master-key-file.ts'
import { SEALED } from '../secrets/sealed-columns.ts'
import { insertMasterKey, listMasterKeys, setResealed } from './queries.ts'
import { firstRow, resealSome, type SealedTableName } from './reseal-queries.ts'
import { checkValue, getMasterKeys, unlock } from './unlock.ts'

const AT_ONCE = 200

/**
 * Gives the installation a new version of its master key and seals everything by it. What was cut off in between goes on
 * when it is called again: no further version is made before all is sealed by this one.
 */
export async function rotateKey(ctx: Ctx): Promise<{ version: number; sealed: number }> {
  const newest = (await listMasterKeys(ctx.db.read)).at(-1)
  if (newest?.resealed_at !== null) await beginVersion(ctx, (newest?.version ?? 0) + 1)
  await unlock(ctx)
  const { version } = ctx.db.keys
  let sealed = 0
  for (const table of Object.keys(SEALED) as SealedTableName[]) sealed += await resealTable(ctx, table)
  await ctx.db.write((tx) => setResealed(tx, version, ctx.now()))
  return { version, sealed }
}

/** In the file first: what the database has sealed must never lack its key. */
async function beginVersion(ctx: Ctx, version: number): Promise<void> {
  const known = await getMasterKeys(ctx)
  // One that was put there by hand, or by a call that got no further, will do.
  const there = known.find((key) => key.version === version)
  const key = there ?? (await addMasterKey(ctx.config.masterKeyFile, known, ctx.random)).at(-1)
  const check_value = checkValue(new Keys([key as MasterKey], ctx.random))
  await ctx.db.write((tx) =>
    insertMasterKey(tx, { version, check_value, made_at: ctx.now(), resealed_at: null }),
  )
}

async function resealTable(ctx: Ctx, table: SealedTableName): Promise<number> {
  let sealed = 0
  for (let after = firstRow(table); ; ) {
    const from = after
    const done = await ctx.db.write((tx) => resealSome(tx, table, from, AT_ONCE))
    if (!done) return sealed
    sealed += done.sealed
    after = done.last
  }
}
