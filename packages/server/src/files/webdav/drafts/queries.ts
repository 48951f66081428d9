import type { RootId, SessionId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import type { StoredChunk } from '../../../platform/content/chunk-checks.ts'
import { inBatches } from '../../../platform/db/batches.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { DraftRow } from '../places/queries.ts'

/** More than any program has open at once. */
export const MAX_DRAFTS = 1000

interface Folder {
  sessionId: SessionId
  rootId: RootId
  parentId: ParentId
}

export const listDrafts = prepared<Folder & { limit: number }, DraftRow>((db, $) =>
  db
    .selectFrom('dav_draft')
    .selectAll()
    .where('session_id', '=', $('sessionId'))
    .where('root_id', '=', $('rootId'))
    .where('parent_id', '=', $('parentId'))
    .orderBy('name_key')
    .limit(sql<number>`${$('limit')} + 0`)
    .compile(),
)

export async function countDrafts(db: Db, sessionId: SessionId): Promise<number> {
  const { count } = await db
    .selectFrom('dav_draft')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function putDraft(tx: Tx, draft: DraftRow): Promise<void> {
  const { name, size, content, chunks, modified_at, created_at, token } = draft
  await tx
    .insertInto('dav_draft')
    .values(draft)
    .onConflict((conflict) =>
      conflict
        .columns(['session_id', 'root_id', 'parent_id', 'name_key'])
        .doUpdateSet({ name, size, content, chunks, modified_at, created_at, token }),
    )
    .execute()
}

export async function deleteDraft(tx: Tx, key: DraftRow): Promise<void> {
  await tx
    .deleteFrom('dav_draft')
    .where('session_id', '=', key.session_id)
    .where('root_id', '=', key.root_id)
    .where('parent_id', '=', key.parent_id)
    .where('name_key', '=', key.name_key)
    .execute()
}

/** Drafts that were made before a moment: whoever made them has forgotten them. */
export async function deleteDraftsBefore(tx: Tx, moment: Instant): Promise<void> {
  await tx.deleteFrom('dav_draft').where('created_at', '<', moment).execute()
}

/** Chunks that a root holds, by their hashes, whether a file has them or they wait for one. */
export const listHeldChunks = (db: Db, rootId: RootId, hashes: readonly Buffer[]): Promise<StoredChunk[]> =>
  inBatches(hashes, (batch) =>
    db
      .selectFrom('chunk')
      .select(['id', 'root_id', 'sha256', 'size', 'data', 'blob_key', 'damaged_at'])
      .where('root_id', '=', rootId)
      .where('sha256', 'in', batch)
      .where('stored', '=', sql.lit(1))
      .execute(),
  )
