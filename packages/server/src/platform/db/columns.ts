import { type ColumnDataType, type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Dialect } from './database.ts'

type DataType = ColumnDataType | ReturnType<typeof sql>

/** The few words in which the two databases differ when tables are made. */
export interface Columns {
  /** Ids, sizes, counts and instants. */
  bigint: DataType
  bytes: DataType
  /** 0 or 1: one representation for both databases. */
  flag: DataType
  /** Text that is compared and sorted byte by byte, so that both databases list in one order. */
  key: DataType
  /** A primary key whose values are never used twice. */
  id: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
}

export function columnsOf(dialect: Dialect): Columns {
  return dialect === 'sqlite'
    ? {
        bigint: 'integer',
        bytes: 'blob',
        flag: 'integer',
        key: 'text',
        id: (c) => c.primaryKey().autoIncrement(),
      }
    : {
        bigint: 'bigint',
        bytes: 'bytea',
        flag: sql`smallint`,
        key: sql`text collate "C"`,
        id: (c) => c.primaryKey().generatedByDefaultAsIdentity(),
      }
}
