import { type BlobKey, blobKey } from '../../platform/basics/blob-key.ts'
import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Database, Rows, Tx } from '../../platform/db/database.ts'
import { MIGRATIONS, migrate } from '../../platform/db/migrations/migrate.ts'
import { loadTables } from '../../platform/db/whole/load-tables.ts'
import {
  type LastIds,
  listMigrations,
  listWholeTables,
  type WholeTable,
} from '../../platform/db/whole/tables.ts'
import { isInUse } from '../../platform/installation/queries.ts'
import { BACKING_UP, RESTORE } from '../words/backup.ts'
import { eachBlob, Progress, readBlob } from './copy-blobs.ts'
import { BackupError } from './place/backup-error.ts'
import type { NamedBlob } from './queries.ts'

/** An installation that is copied: out of a backup, or from where it was. */
export interface Source {
  /** What tells it from others, and from itself at another time. */
  name: string
  migrations: readonly string[]
  tables: readonly (WholeTable & { rows: number })[]
  rowsOf(table: string): Rows
  ids: LastIds
  blobs: { count: number; bytes: number; lists(): AsyncIterable<readonly NamedBlob[]> }
  /** Undefined for one that it does not have as it was. */
  getBlob(blob: NamedBlob): Promise<Buffer | undefined>
}

const MARK = 'filling-'

/** The key of the mark that a store has while it is being filled. */
export const fillingMark = ({ name }: Pick<Source, 'name'>): BlobKey => blobKey(MARK + name)

/** Whether there is an installation in it. */
export const isUsed = async ({ read }: Database): Promise<boolean> =>
  (await listMigrations(read)).length > 0 && (await isInUse(read))

export const inUse = (): BackupError => new BackupError(RESTORE.databaseInUse)

/** The migrations that make the form that the source has. Throws for one that this program does not know. */
export function formOf({ migrations }: Pick<Source, 'migrations'>) {
  const known = Object.entries(MIGRATIONS)
  const same = known.slice(0, migrations.length)
  if (
    migrations.length === 0 ||
    same.some(([name], n) => name !== migrations[n]) ||
    same.length < migrations.length
  )
    throw new BackupError(RESTORE.otherVersion(migrations))
  return Object.fromEntries(same)
}

/**
 * Stores all blobs of the source, and gives the keys of those that it has no more as they were. A store with others in it is
 * refused, unless it is taken over, or a call for the same source was cut off there: what is stored is checked against its hash
 * and stays.
 */
export async function fillStore(
  store: BlobStore,
  source: Source,
  { takeOver = false, tell }: { takeOver?: boolean; tell: (text: string) => void },
): Promise<BlobKey[]> {
  const mark = fillingMark(source)
  const there = new Set<BlobKey>()
  for await (const keys of store.list()) for (const key of keys) there.add(key)
  if (!there.has(mark)) {
    if (there.size > 0 && !takeOver) throw new BackupError(RESTORE.storeInUse)
    if (store.isNew) await store.begin()
    await store.put(mark, [Buffer.from('Holdfast is filling this store.\n')])
  }
  const damaged: BlobKey[] = []
  const progress = new Progress(source.blobs, (text) => tell(BACKING_UP.stored(text)))
  await eachBlob(source.blobs.lists(), async (blob) => {
    if (!(await fillOne(store, source, blob, there.has(blob.key)))) damaged.push(blob.key)
    progress.add(blob.size)
  })
  return damaged.sort()
}

async function fillOne(
  store: BlobStore,
  source: Source,
  blob: NamedBlob,
  isThere: boolean,
): Promise<boolean> {
  if (isThere && (await readBlob(store, blob))) return true
  const bytes = await source.getBlob(blob)
  // What is left of damaged bytes may be all that there is.
  if (!bytes) return false
  // Half of it, where the process that stored it was killed.
  if (isThere) await store.delete(blob.key)
  await store.put(blob.key, [bytes])
  return true
}

/** All rows in one transaction: the database is an installation when all is there, and not before. */
export async function fillDatabase(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  source: Source,
  finish: (tx: Tx) => Promise<void>,
): Promise<void> {
  const form = formOf(source)
  await migrate(db, now(), form)
  const expected = new Map(
    (await listWholeTables(db.read)).map(({ name, columns }) => [name, columns.join()]),
  )
  for (const { name, columns } of source.tables)
    if (expected.get(name) !== columns.join())
      throw new BackupError(`The table ${name} has other columns here`)
  if (expected.size !== source.tables.length) throw new BackupError('The backup does not have all tables')
  await db.writePatiently(async (tx) => {
    if (await isInUse(tx)) throw inUse()
    const tables = source.tables.map((table) => ({ ...table, rows: source.rowsOf(table.name) }))
    const counts = await loadTables(tx, tables, source.ids)
    for (const { name, rows } of source.tables)
      if (counts.get(name) !== rows)
        throw new BackupError(`The table ${name} has ${counts.get(name)} rows instead of ${rows}`)
    await finish(tx)
  })
  await migrate(db, now())
}

export const isFilling = async (store: BlobStore, source: Pick<Source, 'name'>): Promise<boolean> => {
  for await (const keys of store.list(MARK)) if (keys.includes(fillingMark(source))) return true
  return false
}
