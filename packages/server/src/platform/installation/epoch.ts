import { createHash } from 'node:crypto'
import type { Ctx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { skipIds } from '../db/locking.ts'
import { deleteSecret, forgetKeptBackups, noteEpochInRoots } from './queries.ts'
import { forgetFullCheck, pauseAfterRestore } from './rest-queries.ts'
import { installationSecret } from './secret.ts'
import { findStoreMark, markStore } from './store-mark.ts'

const NAME = 'epoch'
/**
 * More than are given between two backups. Those that were given after the backup stand for other things in what clients
 * remember, so they are never given again. Not many more than that: clients may keep ids in 32 bits.
 */
const IDS_SKIPPED = 10_000_000
/** Drawn on top of it, by so many bytes: a backup may be restored twice, and must not give the same ids each time. */
const DRAWN_BYTES = 3

/**
 * The time from one restore of the database to the next, in which numbers are given once. Positions that clients keep
 * count in theirs only: after a restore the same numbers may stand for other changes.
 */
export interface Epoch {
  /** Public. */
  id: string
  /** What positions are signed with. */
  key: string
}

let latest: Epoch | undefined

/** Read again each time, so that all servers agree at once on which one it is. */
export async function currentEpoch(ctx: Ctx): Promise<Epoch> {
  const key = await installationSecret(ctx, NAME)
  if (latest?.key !== key)
    latest = { id: createHash('sha256').update(`epoch ${key}`).digest('base64url').slice(0, 11), key }
  return latest
}

/** Another may have taken it over since the start; then what this database calls garbage may be needed there. */
export async function isOwnStore(ctx: Ctx): Promise<boolean> {
  const mark = await findStoreMark(ctx)
  return mark === undefined || mark === (await currentEpoch(ctx)).id
}

/** After a restore. Clients read everything again, and delete nothing because it is missing. */
export async function beginEpoch(ctx: Ctx): Promise<Epoch> {
  await ctx.db.write((tx) => endEpoch(tx, ctx))
  const epoch = await currentEpoch(ctx)
  await markStore(ctx, epoch.id)
  return epoch
}

/** The next one begins when it is first asked for. What the database has by now is deleted by its age only after a pause. */
export async function endEpoch(tx: Tx, { random, now }: Pick<Ctx, 'random' | 'now'>): Promise<void> {
  await deleteSecret(tx, NAME)
  await skipIds(tx, IDS_SKIPPED + random(DRAWN_BYTES).readUIntBE(0, DRAWN_BYTES))
  await noteEpochInRoots(tx)
  await forgetKeptBackups(tx)
  await pauseAfterRestore(tx, now())
  await forgetFullCheck(tx)
}
