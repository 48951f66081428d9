import { PostgresAdapter } from 'kysely'
import type { Db } from '../database.ts'
import type { GramIndex } from './gram-index.ts'
import { postgresIndex } from './postgres.ts'
import { sqliteIndex } from './sqlite.ts'

export const gramIndexOf = (db: Db): GramIndex =>
  db.getExecutor().adapter instanceof PostgresAdapter ? postgresIndex : sqliteIndex
