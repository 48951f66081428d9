import { parseArgs } from 'node:util'
import {
  type BlobsLocation,
  blobsPlace,
  type DatabaseLocation,
  databasePlace,
  readBlobsUrl,
  readDatabaseUrl,
} from '../../platform/config/config.ts'
import { isOpenElsewhere } from '../../platform/db/open-elsewhere.ts'
import { PATIENT_LIMITS } from '../../platform/db/postgres-client.ts'
import { markMoved } from '../backup/mark-moved.ts'
import { move } from '../backup/move.ts'
import { openBlobs, openDatabase } from '../opening/open-context.ts'
import { BACKUP } from '../words/backup.ts'
import { MOVE } from '../words/upkeep.ts'
import { CommandError, explain } from './command-error.ts'
import { patientConfig, withContext, withUnopened } from './maintenance.ts'

export interface MoveArguments {
  database: DatabaseLocation | undefined
  blobs: BlobsLocation | undefined
}

/** Undefined for what makes no sense. */
export function moveArguments(args: string[]): MoveArguments | undefined {
  const options = { database: { type: 'string' }, blobs: { type: 'string' } } as const
  let values: { database?: string; blobs?: string }
  try {
    values = parseArgs({ args, options }).values
  } catch {
    return undefined
  }
  const { database, blobs } = values
  if (!database && !blobs) return undefined
  return {
    database: database ? readDatabaseUrl(database) : undefined,
    blobs: blobs ? readBlobsUrl(blobs) : undefined,
  }
}

export async function runMove({ database, blobs }: MoveArguments): Promise<number> {
  await refuseRunning()
  const patient = database?.kind === 'postgres' ? { ...database, limits: PATIENT_LIMITS } : database
  const code = await withContext(async (ctx) => {
    await using opened = new AsyncDisposableStack()
    const target = {
      db: patient && (await openDatabase(patient, ctx.log)),
      blobs: blobs && (await openBlobs(blobs)),
    }
    opened.defer(async () => {
      await target.blobs?.close()
      await target.db?.close()
    })
    const moved = await move(ctx, target, (text) => console.log(text))
    for (const key of moved.damaged) console.log(BACKUP.damagedBlob(key))
    console.log(MOVE.moved(moved.rows, moved.blobs))
    return moved.damaged.length === 0 ? 0 : 1
  })
  await refuseRunning()
  const to = { database: database && databasePlace(database), blobs: blobs && blobsPlace(blobs) }
  const unmarked = await withUnopened((ctx) => markMoved(ctx, to).then(() => 0)).then(
    () => undefined,
    (error) => explain(error) as Error,
  )
  const settings = [
    database && `HOLDFAST_DATABASE_URL to ${to.database}`,
    blobs && `HOLDFAST_BLOBS_URL to ${to.blobs}`,
  ].filter((setting) => setting !== undefined)
  console.log(MOVE.settings(settings, unmarked === undefined))
  if (unmarked) throw new CommandError(MOVE.notMarked(unmarked.message))
  return code
}

/** What somebody still writes would be lost. */
async function refuseRunning(): Promise<void> {
  if (await isOpenElsewhere(patientConfig().database)) throw new CommandError(MOVE.inUse)
}
