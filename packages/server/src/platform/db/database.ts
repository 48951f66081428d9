import type { Kysely } from 'kysely'
import type { OutageCause } from '../basics/outage.ts'
import type { Keys } from '../secrets/keys.ts'
import type { DatabaseFigures } from './figures.ts'
import type { HashedBytes, LeftBytes } from './left-bytes.ts'
import type { Schema } from './schema.ts'
import type { Dialect } from './tables/columns.ts'

/** Where something has what it carries beside its rows. Only slots.ts looks into it. */
export const CARRIED: unique symbol = Symbol('carried')

export interface Carried {
  /** Of the transaction that this is an attempt within. */
  readonly around: Carried | undefined
  readonly states: Map<object, unknown>
}

/** Something that queries run on: the database as it is now, or an open transaction. */
export type Db = Kysely<Schema> & { readonly [CARRIED]?: Carried }

/** An open transaction. What changes rows asks for this, so that it cannot be called outside of one. */
export type Tx = Db & { readonly [CARRIED]: Carried }

/**
 * Something that others wait for news of: the log of a root, the activity of an organization or of a person, a machine, the
 * state of any device of an organization, its alerts; or the installation as a whole.
 */
export type Topic = `${'r' | 'o' | 'p' | 'm' | 'd' | 'w' | 's'}${number}`

/** What all servers are to look at: the level of their log, a backup that somebody asked for. */
export const THE_INSTALLATION: Topic = 's1'

/** `anything`: news may have been lost, so each topic may have some. */
export type Hear = (topics: readonly Topic[] | 'anything') => void

/** All that a column holds, on either database. */
export type Value = number | string | Buffer | null

/** The rows of a table, some at a time, each with its values in the order of the columns that were asked for. */
export type Rows<V = Value> = AsyncIterable<readonly (readonly V[])[]>

/** The whole database as it is at one moment, however long somebody looks at it and whatever others write meanwhile. */
export interface Snapshot {
  readonly db: Db
  /** In the order of their keys, so that the same rows come in the same order again. */
  rows(table: string, columns: readonly string[]): Rows
  /** The same without the bytes of a column; the table has the key `id`. */
  rowsWithout(left: HashedBytes, table: string, columns: readonly string[]): Rows<Value | LeftBytes>
  /** The bytes that `rowsWithout` has left, in the order of the ids. */
  bytes(left: HashedBytes, table: string, ids: readonly number[]): Promise<(Buffer | undefined)[]>
}

export interface Database {
  readonly dialect: Dialect
  readonly figures: DatabaseFigures
  /** For reading outside a transaction. Refused inside one, where it would miss what was just written. */
  readonly read: Db
  /**
   * Runs `work` in one transaction and resolves once that is durable. `work` may run more than once and holds
   * up other writers, so it does nothing but talk to `tx`. An Outage leaves open whether it was done.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same without limits of time, for what changes the form of tables. */
  writePatiently<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Passes on what transactions have announced, soon after they are durable; those of other processes too where the
   * database carries news, as PostgreSQL does. News can be lost with a process or a connection, so code that waits for
   * some also looks from time to time. Gives the way to stop.
   */
  listen(hear: Hear): () => void
  /** Calls `work` with the database as it is now. Others go on meanwhile; `work` may take hours. */
  snapshot<T>(work: (moment: Snapshot) => Promise<T>): Promise<T>
  /** From now on every write is refused as an outage, until the process ends. */
  refuseWrites(by: OutageCause, why: string): void
  /** Gives it the keys to its sealed columns, for all who ask `keysOf` from then on. */
  unlock(keys: Keys): void
  /** Throws before `unlock`. */
  readonly keys: Keys
  /** Waits for the writes under way, but not for a database that does not answer. */
  close(): Promise<void>
}
