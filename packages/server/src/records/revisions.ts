import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Selectable, sql } from 'kysely'
import { noSuch } from '../errors.ts'
import type { Growth } from '../platform/content/growth.ts'
import { batches, inBatches } from '../platform/db/batches.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { forUpdate } from '../platform/db/locking.ts'
import { preparedFirst } from '../platform/db/prepared.ts'
import type { Schema } from '../platform/db/schema.ts'
import type { ChunkId } from '../platform/db/tables/content.ts'
import type { ParentId } from '../platform/db/tables/files.ts'

export type RevisionRow = Selectable<Schema['revision']>

export type NewRevision = Omit<RevisionRow, 'id' | 'replaced_at'>
const addRevision = preparedFirst<NewRevision, { id: RevisionId }>((db, $) =>
  db
    .insertInto('revision')
    .values({
      entry_id: $('entry_id'),
      root_id: $('root_id'),
      content: $('content'),
      size: $('size'),
      full_size: $('full_size'),
      delta_size: $('delta_size'),
      created_at: $('created_at'),
      modified_at: $('modified_at'),
      person_id: $('person_id'),
      machine_id: $('machine_id'),
    })
    .returning('id')
    .compile(),
)
export const insertRevision = async (tx: Tx, revision: NewRevision): Promise<RevisionId> =>
  ((await addRevision(tx, revision)) as { id: RevisionId }).id

/** Adds revisions whose ids were taken before. */
export async function insertRevisions(
  tx: Tx,
  rows: readonly (NewRevision & { id: RevisionId })[],
): Promise<void> {
  for (const batch of batches(rows)) await tx.insertInto('revision').values(batch).execute()
}

const selectRevision = preparedFirst<{ rootId: RootId; id: RevisionId }, RevisionRow>((db, $) =>
  db
    .selectFrom('revision')
    .selectAll()
    .where('root_id', '=', $('rootId'))
    .where('id', '=', $('id'))
    .compile(),
)
export const findRevision = (db: Db, rootId: RootId, id: RevisionId): Promise<RevisionRow | undefined> =>
  selectRevision(db, { rootId, id })

/** Those of some revisions of a root that are there, by their ids. */
export async function findRevisions(
  db: Db,
  rootId: RootId,
  ids: readonly RevisionId[],
): Promise<Map<RevisionId, RevisionRow>> {
  const rows = await inBatches(ids, (batch) =>
    db.selectFrom('revision').selectAll().where('root_id', '=', rootId).where('id', 'in', batch).execute(),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** One of a file's revisions; others of its root are as if they were not there. */
export async function getRevisionOf(
  db: Db,
  file: { id: EntryId; root_id: RootId },
  id: RevisionId,
): Promise<RevisionRow> {
  return checkedRevision(file, id, await findRevision(db, file.root_id, id))
}

/** As `getRevisionOf`, where it was looked for already. */
export const checkedRevision = (
  file: { id: EntryId },
  id: RevisionId,
  found: RevisionRow | undefined,
): RevisionRow => (found?.entry_id === file.id ? found : noSuch(`revision ${id} of file ${file.id}`))

/** The revisions of some files of a root, newest first. */
export const listRevisions = (
  db: Db,
  rootId: RootId,
  files: readonly EntryId[],
  { limit, offset }: { limit: number; offset: number },
): Promise<RevisionRow[]> =>
  db
    .selectFrom('revision')
    .selectAll()
    .where('root_id', '=', rootId)
    .where('entry_id', 'in', files)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countRevisions(db: Db, rootId: RootId, files: readonly EntryId[]): Promise<number> {
  const { count } = await db
    .selectFrom('revision')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('root_id', '=', rootId)
    .where('entry_id', 'in', files)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Hashes of the chunks of a revision, in hex, in their order. */
export async function listRevisionHashes(db: Db, rootId: RootId, id: RevisionId): Promise<string[]> {
  const rows = await db
    .selectFrom('revision_chunk as r')
    .innerJoin('chunk as c', (on) => on.onRef('c.root_id', '=', 'r.root_id').onRef('c.id', '=', 'r.chunk_id'))
    .select('c.sha256')
    .where('r.root_id', '=', rootId)
    .where('r.revision_id', '=', id)
    .orderBy('r.position')
    .execute()
  return rows.map(({ sha256 }) => sha256.toString('hex'))
}

/** The chunks of a revision that begin at or after a position, in order. */
export const listChunksFrom = (
  db: Db,
  rootId: RootId,
  revisionId: RevisionId,
  from: number,
  limit: number,
): Promise<{ position: number; sha256: Buffer; size: number }[]> =>
  db
    .selectFrom('revision_chunk as r')
    .innerJoin('chunk as c', (on) => on.onRef('c.root_id', '=', 'r.root_id').onRef('c.id', '=', 'r.chunk_id'))
    .select(['r.position', 'c.sha256', 'r.size'])
    .where('r.root_id', '=', rootId)
    .where('r.revision_id', '=', revisionId)
    .where('r.position', '>=', from)
    .orderBy('r.position')
    .limit(limit)
    .execute()

/** A file that has a chunk, now or in an earlier revision. */
export const findFileWith = (
  db: Db,
  rootId: RootId,
  chunkId: ChunkId,
): Promise<{ entry_id: EntryId } | undefined> =>
  db
    .selectFrom('revision_chunk as u')
    .innerJoin('revision as r', (on) =>
      on.onRef('r.root_id', '=', 'u.root_id').onRef('r.id', '=', 'u.revision_id'),
    )
    .select('r.entry_id')
    .where('u.root_id', '=', rootId)
    .where('u.chunk_id', '=', chunkId)
    .limit(1)
    .executeTakeFirst()

/** Items of a name in any of some folders, deleted ones as well. */
export async function listNamed(
  db: Db,
  rootId: RootId,
  parents: readonly ParentId[],
  { kind, nameKey }: { kind: 'file' | 'folder'; nameKey: string },
): Promise<EntryId[]> {
  const ids: EntryId[] = []
  for (const batch of batches(parents)) {
    const rows = await db
      .selectFrom('entry')
      .select('id')
      .where('root_id', '=', rootId)
      .where('parent_id', 'in', batch)
      .where('name_key', '=', nameKey)
      .where('kind', '=', kind)
      .execute()
    for (const { id } of rows) ids.push(id)
  }
  return ids
}

/** A revision and the root that it is in. */
export interface RevisionAddress {
  rootId: RootId
  id: RevisionId
}

/** Gives a revision the chunks of another one of the same root, which count one use more each. */
export async function copyChunks(tx: Tx, from: RevisionId, to: RevisionAddress): Promise<void> {
  await sql`
    insert into revision_chunk (root_id, revision_id, position, chunk_id, size)
    select root_id, ${to.id}, position, chunk_id, size from revision_chunk
    where root_id = ${to.rootId} and revision_id = ${from}`.execute(tx)
  await countUses(tx, to)
}

const chunksOf = (tx: Tx, { rootId, id }: RevisionAddress) =>
  tx
    .selectFrom('revision_chunk')
    .select('chunk_id')
    .where('root_id', '=', rootId)
    .where('revision_id', '=', id)

async function countUses(tx: Tx, revision: RevisionAddress): Promise<void> {
  const { rootId, id } = revision
  await sql`
    update chunk set idle_since = null, unclaimed = 0, refs = refs + (
      select count(*) from revision_chunk u
      where u.root_id = ${rootId} and u.revision_id = ${id} and u.chunk_id = chunk.id)
    where root_id = ${rootId} and id in (${chunksOf(tx, revision)})`.execute(tx)
}

/**
 * Gives a revision the content of one of another root: chunks that its own root has, or new ones with the same bytes
 * or the same blobs (ADR 0018). Both roots' rows must be held. Gives how the bytes of its root change.
 */
export async function shareChunks(
  tx: Tx,
  from: RevisionAddress,
  to: RevisionAddress,
  at: Instant,
): Promise<Growth> {
  await bringChunks(tx, from, to.rootId, at)
  await sql`
    insert into revision_chunk (root_id, revision_id, position, chunk_id, size)
    select c.root_id, ${to.id}, u.position, c.id, u.size
    from revision_chunk u join chunk s on s.root_id = u.root_id and s.id = u.chunk_id
    join chunk c on c.root_id = ${to.rootId} and c.sha256 = s.sha256 and c.stored = 1
    where u.root_id = ${from.rootId} and u.revision_id = ${from.id}`.execute(tx)
  const growth = await tx
    .selectFrom('chunk')
    .select(sql<number>`cast(coalesce(sum(size), 0) as bigint)`.as('stored_size'))
    .select(sql<number>`cast(coalesce(-sum(unclaimed * size), 0) as bigint)`.as('pending_size'))
    .where('root_id', '=', to.rootId)
    .where('refs', '=', 0)
    .where('id', 'in', chunksOf(tx, to))
    .executeTakeFirstOrThrow()
  await countUses(tx, to)
  return growth
}

/**
 * Gives a root all chunks of a revision of another: rows with the same bytes or the same blobs (ADR 0018), to which nothing
 * refers yet. Both roots' rows must be held.
 */
export async function bringChunks(tx: Tx, from: RevisionAddress, rootId: RootId, at: Instant): Promise<void> {
  await holdChunks(tx, from, rootId)
  await sql`
    insert into chunk (root_id, sha256, size, data, blob_key, stored, refs, idle_since, damaged_at)
    select cast(${rootId} as bigint), sha256, size, data, blob_key, 1, 0, cast(${at} as bigint), damaged_at from chunk s
    where s.root_id = ${from.rootId} and s.id in (${chunksOf(tx, from)}) and not exists (
      select 1 from chunk c where c.root_id = ${rootId} and c.sha256 = s.sha256 and c.stored = 1)`.execute(tx)
}

/** Keeps the sweep from the chunks of a revision, and from those with the same bytes in another root. */
async function holdChunks(tx: Tx, revision: RevisionAddress, rootId: RootId): Promise<void> {
  const used = tx
    .selectFrom('chunk')
    .where('root_id', '=', revision.rootId)
    .where('id', 'in', chunksOf(tx, revision))
  const theirs = used.select('id').orderBy('id')
  const ours = tx
    .selectFrom('chunk')
    .select('id')
    .where('root_id', '=', rootId)
    .where('sha256', 'in', used.select('sha256'))
    .where('stored', '=', sql.lit(1))
    .orderBy('id')
  for (const chunks of [theirs, ours])
    await tx
      .selectFrom(forUpdate(chunks, tx).as('held'))
      .select(({ fn }) => fn.countAll().as('count'))
      .execute()
}
