import { createHash } from 'node:crypto'
import { ANCHOR } from '../../oversight/activity/anchors.ts'
import type { BlobKey } from '../../platform/basics/blob-key.ts'
import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Database, Rows, Snapshot } from '../../platform/db/database.ts'
import { listMigrations, listWholeTables, readLastIds } from '../../platform/db/whole/tables.ts'
import { deleteMovedMark } from '../../platform/installation/queries.ts'
import { keepRest, listRests } from '../../platform/installation/rest-queries.ts'
import { readBlob } from './copy-blobs.ts'
import { fillDatabase, fillingMark, fillStore, inUse, isUsed, type Source } from './fill-installation.ts'
import { lineOf } from './form/row-records.ts'
import { installationId } from './make-backup.ts'
import { BackupError } from './place/backup-error.ts'
import { countBlobs, listNamedBlobs } from './queries.ts'

/** Where an installation is to be from now on; what is not given stays where it is. */
export interface Target {
  db: Database | undefined
  blobs: BlobStore | undefined
}

export interface Moved {
  rows: number
  blobs: number
  damaged: BlobKey[]
}

/**
 * Copies the installation of `ctx`, which nobody may use meanwhile, with its ids, its epoch and its anchors; and holds what
 * came there against what it is of. What is moved stays where it was. Can be called again after a kill.
 */
export async function move(ctx: Ctx, target: Target, tell: (text: string) => void): Promise<Moved> {
  const name = await installationId(ctx)
  return ctx.db.snapshot(async (moment) => {
    const source = await sourceOf(ctx, moment, name)
    const damaged = target.blobs ? await fillStore(target.blobs, source, { tell }) : []
    if (target.db) await moveDatabase(ctx, target.db, source)
    if (target.blobs) {
      await copyAnchors(ctx.blobs, target.blobs)
      await target.blobs.delete(fillingMark({ name }))
    }
    const rows = source.tables.reduce((sum, table) => sum + table.rows, 0)
    return { rows, blobs: source.blobs.count, damaged }
  })
}

async function sourceOf(
  ctx: Ctx,
  { db, rows }: Snapshot,
  name: string,
): Promise<Source & { digests: Digests }> {
  const columnsOf = new Map((await listWholeTables(db)).map((table) => [table.name, table.columns]))
  const rowsOf = (table: string) => rows(table, columnsOf.get(table) ?? [])
  const digests = await digestTables({ db, rows })
  return {
    name,
    migrations: await listMigrations(db),
    tables: [...columnsOf].map(([name, columns]) => ({ name, columns, rows: digests.get(name)?.rows ?? 0 })),
    rowsOf,
    ids: await readLastIds(db),
    blobs: { ...(await countBlobs(db)), lists: () => listNamedBlobs(db) },
    getBlob: (blob) => readBlob(ctx.blobs, blob),
    digests,
  }
}

/** One that was filled by a call that was cut off is only compared. */
async function moveDatabase(ctx: Ctx, db: Database, source: Source & { digests: Digests }): Promise<void> {
  const wasFilled = await isUsed(db)
  const rests = await listRests(ctx.db.read)
  if (!wasFilled)
    await fillDatabase({ db, now: ctx.now }, source, async (tx) => {
      for (const rest of rests) await keepRest(tx, rest)
    })
  const there = await db.snapshot(digestTables)
  for (const [table, { rows, digest }] of source.digests) {
    const found = there.get(table)
    if (found?.rows === rows && found.digest === digest) continue
    if (wasFilled) throw inUse()
    throw new BackupError(
      `The copy of the table ${table} differs from the original. Do not use the new database`,
    )
  }
  // Where it was moved from there once, and is the same still, this is the way back.
  await db.write(deleteMovedMark)
}

type Digests = ReadonlyMap<string, { rows: number; digest: string }>

async function digestTables({ db, rows }: Pick<Snapshot, 'db' | 'rows'>): Promise<Digests> {
  const digests = new Map<string, { rows: number; digest: string }>()
  for (const { name, columns } of await listWholeTables(db))
    digests.set(name, await digestOf(rows(name, columns)))
  return digests
}

/** The same for the same rows in any order. */
async function digestOf(rows: Rows): Promise<{ rows: number; digest: string }> {
  const sum = Buffer.alloc(32)
  let count = 0
  for await (const some of rows)
    for (const row of some) {
      const hash = createHash('sha256').update(lineOf(row))
      for (const value of row) if (Buffer.isBuffer(value)) hash.update(value)
      for (const [n, byte] of hash.digest().entries()) sum[n] = (sum[n] ?? 0) ^ byte
      count++
    }
  return { rows: count, digest: sum.toString('hex') }
}

async function copyAnchors(from: BlobStore, to: BlobStore): Promise<void> {
  for await (const keys of from.list(ANCHOR))
    for (const key of keys) {
      await to.delete(key)
      await to.put(key, [await from.get(key)])
    }
}
