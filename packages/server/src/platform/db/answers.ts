import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Rejects if the database cannot be asked anything. */
export const answers = (db: Db): Promise<unknown> => sql`select 1`.execute(db)
