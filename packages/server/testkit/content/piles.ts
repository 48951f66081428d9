import { createHash } from 'node:crypto'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { DAY_MS } from '@holdfast/api/time'
import { sql } from 'kysely'
import { recountTrees } from '../../src/oversight/verify/repair/queries.ts'
import type { Database, Tx } from '../../src/platform/db/database.ts'
import { continueIdsAfterGiven } from '../../src/platform/db/locking.ts'
import { ACROSS_ROOTS } from '../../src/platform/db/statements.ts'
import type { ChunkId } from '../../src/platform/db/tables/content.ts'
import type { ParentId } from '../../src/platform/db/tables/files.ts'
import { THE_SERVICE } from '../../src/platform/principal.ts'
import { recordActivity } from '../../src/records/activity/record-activity.ts'
import { findRoot } from '../../src/records/roots.ts'
import { indexRows } from '../database/index-rows.ts'

/** Sizes that the files have in turn, in bytes; each is one chunk that all files of that size share. */
const SIZES = [1, 2, 3, 5, 8, 13, 21, 34]
/** Rows of one transaction: enough to be fast, few enough for the log of the database. */
const BATCH = 50_000

export interface Pile {
  rootId: RootId
  /** Where it goes. */
  parentId: ParentId
  /** How many files. */
  files: number
  /** So many new folders that the files are spread over evenly; directly into `parentId` unless given. */
  folders?: number
}

/**
 * Puts many files into a root by few statements, all counters, revisions and changes as if they had been uploaded. A
 * million would take an hour through the front door. Nothing else may write to the root meanwhile.
 */
export async function makePile(db: Database, { rootId, parentId, files, folders }: Pile): Promise<void> {
  const at = Date.now()
  const firstSeq = await db.write((tx) => nextSeq(tx, rootId))
  let firstParent: number = parentId
  if (folders !== undefined)
    firstParent = await db.write((tx) =>
      insertRows(
        tx,
        { kind: 'folder', rootId, firstParent: parentId, perParent: folders, firstSeq, at },
        0,
        folders,
      ),
    )
  const spread = {
    kind: 'file',
    rootId,
    firstParent,
    perParent: Math.ceil(files / (folders ?? 1)),
    firstSeq,
    at,
  } as const
  for (let from = 0; from < files; from += BATCH) {
    const to = Math.min(from + BATCH, files)
    await db.write((tx) => insertRows(tx, spread, from, to))
  }
  await db.write(async (tx) => {
    await recountTrees(tx, rootId)
    const root = await findRoot(tx, rootId)
    if (root) await recordActivity(tx, THE_SERVICE, 'file_uploaded', { root, path: '/' }, at)
  })
  // PostgreSQL does so by itself a minute later.
  if (db.dialect === 'postgres') await sql`vacuum analyze`.execute(db.read)
}

interface Spread {
  kind: 'file' | 'folder'
  rootId: RootId
  /** The files are in this folder and those with the numbers after it. */
  firstParent: number
  perParent: number
  firstSeq: number
  at: number
}

const big = (value: number) => sql`cast(${value} as bigint)`
const nextSeq = async (tx: Tx, rootId: RootId): Promise<number> =>
  ((await findRoot(tx, rootId))?.seq ?? 0) + 1

/** Adds the items with the numbers from `from` up to, and without, `to`; gives the id of the first. */
async function insertRows(tx: Tx, spread: Spread, from: number, to: number): Promise<number> {
  const { kind, rootId, firstParent, perParent, firstSeq, at } = spread
  const count = to - from
  const seq = await nextSeq(tx, rootId)
  const firstId = await nextId(tx, 'entry')
  const firstRevision = kind === 'file' ? await nextId(tx, 'revision') : 0
  const size = kind === 'file' ? sizeExpression : sql`0`
  const revision = kind === 'file' ? sql`${big(firstRevision)} + n - ${sql.lit(from)}` : sql`null`
  const parent = sql`${big(firstParent)} + n / ${sql.lit(perParent)}`
  const id = sql`${big(firstId)} + n - ${sql.lit(from)}`
  const numbered = sql`${big(seq)} + n - ${sql.lit(from)}`
  const name = sql`${sql.lit(kind)} || ' ' || (10000000 + n)`
  // All over the last hundred days, in another order than the names.
  const modified = sql`${big(at - 100 * DAY_MS)} + n * 7919 % 8640 * 1000000`
  const all = numbers(from, to)
  await sql`
    ${all} insert into entry (id, root_id, parent_id, kind, name, name_key, revision_id, size, created_at, modified_at,
      ver, seq, changed_at)
    select ${id}, ${big(rootId)}, ${parent}, ${sql.lit(kind)}, ${name}, ${name}, ${revision}, ${size},
      ${modified}, ${modified}, 1, ${numbered}, ${big(at)} from numbers`.execute(tx)
  await sql`
    ${all} insert into change (root_id, seq, op, entry_id, kind, parent_id, name, ver, revision_id, size, first_seq, at)
    select ${big(rootId)}, ${numbered}, 'create', ${id}, ${sql.lit(kind)}, ${parent}, ${name}, 1, ${revision},
      ${size}, ${big(firstSeq)}, ${big(at)} from numbers`.execute(tx)
  if (kind === 'file') {
    const chunks = await claimChunks(tx, rootId, from, to)
    const chunk = sql`case n % ${sql.lit(SIZES.length)} ${sql.join(
      chunks.map((chunkId, n) => sql`when ${sql.lit(n)} then ${big(chunkId)}`),
      sql` `,
    )} end`
    await sql`
      ${all} insert into revision (id, entry_id, root_id, content, size, full_size, delta_size, created_at, modified_at)
      select ${revision}, ${id}, ${big(rootId)}, c.sha256, c.size, c.size, 0, ${big(at)}, ${modified}
      from numbers cross join chunk c where c.root_id = ${big(rootId)} and c.id = ${chunk}`.execute(tx)
    await sql`
      ${all} insert into revision_chunk (root_id, revision_id, position, chunk_id, size)
      select ${big(rootId)}, ${revision}, 0, ${chunk}, ${size} from numbers`.execute(tx)
  }
  await countRows(tx, spread, from, to)
  const named = (_: unknown, n: number) => ({
    id: (firstId + n) as EntryId,
    root_id: rootId,
    name: `${kind} ${10_000_000 + from + n}`,
  })
  await indexRows(tx, Array.from({ length: count }, named))
  for (const table of kind === 'file' ? ['entry', 'revision'] : ['entry'])
    await continueIdsAfterGiven(tx, table)
  await tx
    .updateTable('root')
    .set({ seq: sql`seq + ${count}` })
    .where('id', '=', rootId)
    .execute()
  return firstId
}

const sizeExpression = sql`case n % ${sql.lit(SIZES.length)} ${sql.join(
  SIZES.map((size, n) => sql`when ${sql.lit(n)} then ${sql.lit(size)}`),
  sql` `,
)} end`

const numbers = (from: number, to: number) => sql`
  with recursive numbers (n) as (
    select cast(${sql.lit(from)} as bigint) union all select n + 1 from numbers where n + 1 < ${sql.lit(to)}
  )`

async function nextId(tx: Tx, table: 'entry' | 'revision'): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    ${ACROSS_ROOTS} select coalesce(max(id), 0) + 1 as id from ${sql.table(table)}`.execute(tx)
  return rows[0]?.id ?? 1
}

/** How many of the numbers get each size. */
function usesIn(from: number, to: number): number[] {
  const below = (end: number, n: number) => Math.ceil((end - n) / SIZES.length)
  return SIZES.map((_, n) => Math.max(0, below(to, n)) - Math.max(0, below(from, n)))
}

/** The chunk of each size, which now has as many uses more as files get it. */
async function claimChunks(tx: Tx, rootId: RootId, from: number, to: number): Promise<ChunkId[]> {
  const chunks: ChunkId[] = []
  for (const [n, refs] of usesIn(from, to).entries()) {
    const size = SIZES[n] ?? 0
    const data = Buffer.alloc(size, 'pile')
    const sha256 = createHash('sha256').update(data).digest()
    const known = await tx
      .selectFrom('chunk')
      .select(['id', 'refs'])
      .where('root_id', '=', rootId)
      .where('sha256', '=', sha256)
      .where('stored', '=', sql.lit(1))
      .executeTakeFirst()
    if (refs > 0 && !known?.refs) await addStored(tx, rootId, size)
    const use = { refs: (known?.refs ?? 0) + refs, idle_since: null }
    if (known)
      await tx
        .updateTable('chunk')
        .set(use)
        .where('root_id', '=', rootId)
        .where('id', '=', known.id)
        .execute()
    const id =
      known?.id ??
      (
        await tx
          .insertInto('chunk')
          .values({ root_id: rootId, sha256, size, data, stored: 1, ...use })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    chunks.push(id)
  }
  return chunks
}

async function addStored(tx: Tx, rootId: RootId, bytes: number): Promise<void> {
  await sql`update root set stored_size = stored_size + ${bytes} where id = ${rootId}`.execute(tx)
  await sql`update organization set stored_size = stored_size + ${bytes}
    where id = (select organization_id from root where id = ${rootId})`.execute(tx)
}

async function countRows(
  tx: Tx,
  { kind, rootId, firstParent, perParent }: Spread,
  from: number,
  to: number,
): Promise<void> {
  const added = (by: number) =>
    sql`children_ver = children_ver + ${by}, live_ver = live_ver + ${by}, live_children = live_children + ${by}`
  if (firstParent === 0) await sql`update root set ${added(to - from)} where id = ${rootId}`.execute(tx)
  else {
    for (let n = Math.floor(from / perParent); n * perParent < to; n++) {
      const by = Math.min(to, (n + 1) * perParent) - Math.max(from, n * perParent)
      await sql`update entry set ${added(by)} where root_id = ${rootId} and id = ${firstParent + n}`.execute(
        tx,
      )
    }
  }
  if (kind === 'folder') return
  const bytes = usesIn(from, to).reduce((sum, uses, n) => sum + uses * (SIZES[n] ?? 0), 0)
  const files = to - from
  await sql`
    update root set live_size = live_size + ${bytes}, live_revision_size = live_revision_size + ${bytes},
      live_files = live_files + ${files}, live_revisions = live_revisions + ${files}
    where id = ${rootId}`.execute(tx)
}
