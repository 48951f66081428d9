import {
  type ColumnDataType,
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type SchemaModule,
  sql,
} from 'kysely'

export type Dialect = 'sqlite' | 'postgres'

/** 0 or 1 in both databases. */
export type Flag = 0 | 1

type DataType = ColumnDataType | ReturnType<typeof sql>
type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
/** Something about a table as a whole: `.$call(withoutRowId)`. */
type OfTable = <Name extends string, Names extends string>(
  table: CreateTableBuilder<Name, Names>,
) => CreateTableBuilder<Name, Names>

/** The few words in which the two databases differ when tables are made. */
export interface Columns {
  /** Ids, sizes, counts and instants. */
  bigint: DataType
  bytes: DataType
  flag: DataType
  /** Text that is compared and sorted byte by byte, so that both databases list in one order. */
  key: DataType
  /** A primary key whose values are never used twice. */
  id: Column
  /** As `id`, in a table with `keyInRoot`. */
  idInRoot: Column
  /**
   * PostgreSQL finds a row by its root and its id, and so can divide the table by roots one day; SQLite by its id, which
   * is the number of the row and what the index of names knows it by.
   */
  keyInRoot: OfTable
  /** For a table with `keyInRoot` that is gone through root by root in the order of ids, as PostgreSQL's key has it. */
  indexInRoot: (schema: SchemaModule, table: string) => Promise<void>
  /** From `root_id` and `entry_id` to what the key of `entry` is. */
  entryReference: OfTable
  /** Rows are kept in the order of their key, with no number of their own. PostgreSQL has no such tables. */
  withoutRowId: OfTable
}

export const required: Column = (c) => c.notNull()
/** A number that starts at 0. */
export const counter: Column = (c) => c.notNull().defaultTo(0)
/** To the `id` of another table. */
export const requiredReference =
  (table: string): Column =>
  (c) =>
    c.notNull().references(`${table}.id`)

const unchanged: OfTable = (table) => table

const SQLITE: Columns = {
  bigint: 'integer',
  bytes: 'blob',
  flag: 'integer',
  key: 'text',
  id: (c) => c.primaryKey().autoIncrement(),
  idInRoot: (c) => c.primaryKey().autoIncrement(),
  keyInRoot: unchanged,
  // Every index ends with the number of the row, which is the id.
  indexInRoot: (schema, table) =>
    schema.createIndex(`${table}_in_root`).on(table).columns(['root_id']).execute(),
  entryReference: (table) =>
    table.addForeignKeyConstraint('of_entry', ['entry_id' as never], 'entry', ['id']),
  withoutRowId: (table) => table.modifyEnd(sql`without rowid`),
}

const POSTGRES: Columns = {
  bigint: 'bigint',
  bytes: 'bytea',
  flag: sql`smallint`,
  key: sql`text collate "C"`,
  id: (c) => c.primaryKey().generatedByDefaultAsIdentity(),
  idInRoot: (c) => c.notNull().generatedByDefaultAsIdentity(),
  // The names of columns are only known to the code that adds them.
  keyInRoot: (table) => table.addPrimaryKeyConstraint('in_root_key', ['root_id' as never, 'id' as never]),
  indexInRoot: async () => {},
  entryReference: (table) =>
    table.addForeignKeyConstraint('of_entry', ['root_id' as never, 'entry_id' as never], 'entry', [
      'root_id',
      'id',
    ]),
  withoutRowId: unchanged,
}

export const columnsOf = (dialect: Dialect): Columns => (dialect === 'sqlite' ? SQLITE : POSTGRES)
