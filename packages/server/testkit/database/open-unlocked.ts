import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { readConfig } from '../../src/platform/config/config.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { unlock } from '../../src/platform/installation/unlock.ts'
import type { Place } from '../servers/stacks.ts'
import { openQuietly } from './open-quietly.ts'

/** The database of an installation, with the key that its first start has put into the data folder. */
export async function openUnlocked({
  database,
  dataDir,
}: Pick<Place, 'database' | 'dataDir'>): Promise<Database> {
  const db = await openQuietly(database)
  const config = {
    ...readConfig({ HOLDFAST_DATA_DIR: dataDir }),
    masterKeyFile: path.join(dataDir, 'master.key'),
  }
  await unlock({ config, db, random: randomBytes })
  return db
}
