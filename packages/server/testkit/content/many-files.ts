import assert from 'node:assert/strict'
import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Insertable } from 'kysely'
import { recountTrees } from '../../src/oversight/verify/repair/queries.ts'
import { batches } from '../../src/platform/db/batches.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { continueIdsAfterGiven } from '../../src/platform/db/locking.ts'
import type { Schema } from '../../src/platform/db/schema.ts'
import { ACROSS_ROOTS } from '../../src/platform/db/statements.ts'
import type { PersonPrincipal } from '../../src/platform/principal.ts'
import { recordActivity } from '../../src/records/activity/record-activity.ts'
import { findRoot } from '../../src/records/roots.ts'
import { indexRows } from '../database/index-rows.ts'

const PER_FOLDER = 50
const BRANCHES = 10

/** What a root is remembered to hold. */
export interface Remembered {
  kind: 'file' | 'folder'
  parent: number
  name: string
  deleted: boolean
  revision: number
}

export interface Change {
  id: number
  state: Remembered
}

/** Fills a root with files, fifty to a folder, that all have the content of one: as a single operation. */
export async function insertFiles(
  db: Database,
  who: PersonPrincipal,
  { rootId, seed }: { rootId: RootId; seed: RevisionId },
  files: number,
  remember: (change: Change) => void,
): Promise<void> {
  await db.write(async (tx) => {
    const root = (await findRoot(tx, rootId)) ?? assert.fail('no root')
    const like = await tx
      .selectFrom('revision')
      .selectAll()
      .where('root_id', '=', rootId)
      .where('id', '=', seed)
      .executeTakeFirstOrThrow()
    const chunks = await tx
      .selectFrom('revision_chunk')
      .selectAll()
      .where('root_id', '=', rootId)
      .where('revision_id', '=', seed)
      .execute()
    const at = like.created_at
    const nextId = async (table: 'entry' | 'revision') =>
      (
        await tx
          .selectFrom(table)
          .select(({ fn }) => fn.max('id').as('id'))
          .modifyEnd(ACROSS_ROOTS)
          .executeTakeFirstOrThrow()
      ).id + 1
    const [firstEntry, firstRevision, first] = [await nextId('entry'), await nextId('revision'), root.seq + 1]
    const folders = Math.ceil(files / PER_FOLDER)
    const entries: Insertable<Schema['entry']>[] = []
    const counts = new Map<number, number>()
    for (let n = 0; n < folders + files; n++) {
      const isFolder = n < folders
      const above = isFolder ? Math.floor(n / BRANCHES) - 1 : (n - folders) % folders
      const parent_id = (above < 0 ? 0 : firstEntry + above) as EntryId
      counts.set(parent_id, (counts.get(parent_id) ?? 0) + 1)
      entries.push({
        id: (firstEntry + n) as EntryId,
        root_id: rootId,
        parent_id,
        kind: isFolder ? 'folder' : 'file',
        name: `item ${n}`,
        name_key: `item ${n}`,
        revision_id: isFolder ? null : ((firstRevision + n - folders) as RevisionId),
        size: isFolder ? 0 : like.size,
        created_at: at,
        modified_at: at,
        changed_at: at,
        deleted_at: null,
        ver: 1,
        seq: first + n,
      })
    }
    for (const entry of entries) entry.live_children = counts.get(entry.id ?? 0) ?? 0
    for (const batch of batches(entries)) {
      await tx.insertInto('entry').values(batch).execute()
      await tx
        .insertInto('change')
        .values(batch.map((entry) => changeOf(entry, who, first)))
        .execute()
    }
    await indexRows(
      tx,
      entries.map(({ id, root_id, name }) => ({ id: id as EntryId, root_id, name })),
    )
    const made = entries.filter(({ kind }) => kind === 'file')
    for (const batch of batches(made)) {
      const revisions = batch.map(({ id, revision_id }) => ({
        ...like,
        id: revision_id as RevisionId,
        entry_id: id as EntryId,
        root_id: rootId,
      }))
      await tx.insertInto('revision').values(revisions).execute()
      const copies = revisions.flatMap(({ id }) => chunks.map((chunk) => ({ ...chunk, revision_id: id })))
      await tx.insertInto('revision_chunk').values(copies).execute()
    }
    for (const { chunk_id } of chunks)
      await tx
        .updateTable('chunk')
        .set((eb) => ({ refs: eb('refs', '+', files) }))
        .where('root_id', '=', rootId)
        .where('id', '=', chunk_id)
        .execute()
    await tx
      .updateTable('root')
      .set((eb) => ({
        seq: eb('seq', '+', entries.length),
        live_children: eb('live_children', '+', counts.get(0) ?? 0),
        live_files: eb('live_files', '+', files),
        live_revisions: eb('live_revisions', '+', files),
        live_size: eb('live_size', '+', files * like.size),
        live_revision_size: eb('live_revision_size', '+', files * (like.full_size + like.delta_size)),
      }))
      .where('id', '=', rootId)
      .execute()
    for (const table of ['entry', 'revision']) await continueIdsAfterGiven(tx, table)
    await recountTrees(tx, rootId)
    await recordActivity(tx, who, 'file_uploaded', { root }, at)
    for (const { id, kind, parent_id, name, revision_id } of entries)
      remember({
        id: id as EntryId,
        state: { kind, parent: parent_id, name, deleted: false, revision: revision_id ?? 0 },
      })
  })
}

const changeOf = (
  entry: Insertable<Schema['entry']>,
  who: PersonPrincipal,
  first: number,
): Insertable<Schema['change']> => ({
  root_id: entry.root_id,
  seq: entry.seq,
  op: 'create',
  entry_id: entry.id as EntryId,
  kind: entry.kind,
  parent_id: entry.parent_id,
  name: entry.name,
  ver: 1,
  revision_id: entry.revision_id ?? null,
  size: entry.size ?? 0,
  deleted_at: null,
  person_id: who.personId,
  machine_id: null,
  client_op: null,
  first_seq: first,
  at: entry.changed_at,
})
