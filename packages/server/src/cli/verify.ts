import { verifyActivity } from '../activity/verify-activity.ts'
import { readConfig } from '../config.ts'
import { openDatabase, realNow } from '../context.ts'
import { migrate } from '../db/migrate.ts'
import { openLog } from './log.ts'

/** Holds the records of all organizations against their hashes. 1 when anything is wrong. */
export async function runVerifyActivity(): Promise<number> {
  const config = readConfig()
  const db = await openDatabase(config.database, openLog(config.logLevel))
  try {
    await migrate(db, realNow())
    const { organizations, records, problems } = await verifyActivity(db.read, (id, problem) =>
      console.log(`${id === 0 ? 'No organization' : `Organization ${id}`}: ${problem}.`),
    )
    const extent = `${records} records of ${organizations} organizations`
    console.log(problems === 0 ? `The activity is whole: ${extent}.` : `${problems} problems in ${extent}.`)
    return problems === 0 ? 0 : 1
  } finally {
    await db.close()
  }
}
