import path from 'node:path'
import { pino } from 'pino'
import { verifyActivity } from '../../src/oversight/activity/verify-activity.ts'
import { verifyBytes, verifyContents } from '../../src/oversight/verify/content/verify-content.ts'
import { verifyRecords } from '../../src/oversight/verify/verify-records.ts'
import { type Config, type DatabaseLocation, readConfig } from '../../src/platform/config/config.ts'
import type { Ctx } from '../../src/platform/context.ts'
import { type LastIds, listWholeTables, readLastIds } from '../../src/platform/db/whole/tables.ts'
import { unlock } from '../../src/platform/installation/unlock.ts'
import { openContext, realNow } from '../../src/service/opening/open-context.ts'
import type { Place } from '../servers/stacks.ts'
import { checkInvariants } from './invariants.ts'
import { openQuietly } from './open-quietly.ts'

const log = pino({ level: 'silent' })

/** Where the master key of a place is. */
export const keyFileOf = ({ dataDir }: Place): string => path.join(dataDir, 'master.key')

export const configOf = ({ dataDir, database, blobs }: Place, config: Partial<Config> = {}): Config => ({
  ...readConfig({ HOLDFAST_DATA_DIR: dataDir }),
  database,
  blobs,
  ...config,
})

/** Does in this process what a command would do in one of its own, which costs far more. */
export async function atPlace<T>(
  place: Place,
  work: (ctx: Ctx) => Promise<T>,
  config: Partial<Config> = {},
): Promise<T> {
  const ctx = await openContext(configOf(place, config), { now: realNow, log })
  return work(ctx).finally(() => ctx.close())
}

/** As `atPlace`, with an installation that is there. */
export const atInstallation = <T>(
  place: Place,
  work: (ctx: Ctx) => Promise<T>,
  config: Partial<Config> = {},
): Promise<T> =>
  atPlace(
    place,
    async (ctx) => {
      await unlock(ctx)
      return work(ctx)
    },
    config,
  )

/** All that the commands `verify --content` and `verify --activity` would tell. */
export async function listProblems(ctx: Ctx): Promise<string[]> {
  const problems: string[] = []
  const report = (problem: string) => void problems.push(problem)
  await verifyRecords(ctx.db.read, undefined, report)
  await verifyBytes(ctx.content, undefined, report)
  await verifyContents(ctx.db.read, undefined, report)
  await verifyActivity(ctx, { problem: (id, text) => report(`${id}: ${text}`), note: () => {} })
  return problems
}

/**
 * Every row of every table that a copy has, in an order that does not depend on the database, and the ids that were given;
 * or all of it but for what tells the epoch, and which backups there are: a backup does not know of itself.
 */
export async function contentsOf(
  location: DatabaseLocation,
  { epoch = true } = {},
): Promise<{ tables: Record<string, string[]>; ids: LastIds | undefined }> {
  const db = await openQuietly(location)
  try {
    await checkInvariants(db.read)
    return await db.snapshot(async (moment) => {
      const tables: Record<string, string[]> = {}
      for (const { name, columns } of await listWholeTables(moment.db)) {
        if (!epoch && /^(backup_place|kept_backup)$/.test(name)) continue
        const lines: string[] = []
        const kept = columns.filter((column) => epoch || column !== 'epoch_seq')
        for await (const rows of moment.rows(name, kept))
          lines.push(...rows.map((row) => JSON.stringify(row)))
        const ofEpoch = (line: string) => !epoch && name === 'installation' && line.includes('"epoch"')
        tables[name] = lines.filter((line) => !ofEpoch(line)).sort()
      }
      return { tables, ids: epoch ? await readLastIds(moment.db) : undefined }
    })
  } finally {
    await db.close()
  }
}
