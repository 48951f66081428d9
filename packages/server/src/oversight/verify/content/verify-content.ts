import type { RevisionId, RootId } from '@holdfast/api/ids'
import { HOUR_MS } from '@holdfast/api/time'
import type { BlobKey } from '../../../platform/basics/blob-key.ts'
import type { StoredChunk } from '../../../platform/content/chunk-checks.ts'
import { startContentId } from '../../../platform/content/content-id.ts'
import type { ContentStore } from '../../../platform/content/staged.ts'
import type { Db } from '../../../platform/db/database.ts'
import { findRevision, listRevisionHashes } from '../../../records/revisions.ts'
import { locate } from '../locate.ts'
import { eachRoot, type Report } from '../verify-records.ts'
import { type ChunkRow, isUsed, listChunks, listNeededKeys, listRevisionsAfter, listUses } from './queries.ts'

const CHUNKS_AT_ONCE = 64
/** Blobs that are read at the same time, of some MiB each. */
const READING_AT_ONCE = 8
const REVISIONS_AT_ONCE = 500
/** Longer than anything that is under way takes. */
const ORPHAN_GRACE_MS = 72 * HOUR_MS

/** The keys of files; those of anchors and marks have another form. */
const OF_FILES = /^[0-9a-f]{32}$/

type Store = Pick<ContentStore, 'db' | 'blobs' | 'checks'>

/**
 * Reads all bytes that files are made of, or those that are marked as damaged, and names each file whose bytes are missing or
 * changed. Gives how many chunks.
 */
export async function verifyBytes(
  store: Store,
  only: RootId | undefined,
  report: Report,
  { damaged = false } = {},
): Promise<number> {
  let read = 0
  for await (const { id } of eachRoot(store.db.read, only)) {
    let after: Buffer | undefined
    for (;;) {
      const chunks = await listChunks(store.db.read, id, { after, limit: CHUNKS_AT_ONCE, damaged })
      const used = chunks.filter(({ refs }) => refs > 0)
      for (let from = 0; from < used.length; from += READING_AT_ONCE)
        await Promise.all(
          used.slice(from, from + READING_AT_ONCE).map((chunk) => verifyChunk(store, id, chunk, report)),
        )
      read += used.length
      after = chunks.at(-1)?.sha256
      if (chunks.length < CHUNKS_AT_ONCE) break
    }
  }
  return read
}

async function verifyChunk(store: Store, rootId: RootId, chunk: ChunkRow, report: Report): Promise<void> {
  const fault = await faultOf(store, chunk)
  // It may have gone since it was listed, with the last file that used it.
  if (fault === undefined || !(await isUsed(store.db.read, rootId, chunk.id))) return
  let after: RevisionId | 0 = 0
  for (;;) {
    const uses = await listUses(store.db.read, rootId, chunk.id, { after, limit: REVISIONS_AT_ONCE })
    for (const { entry_id, revision_id, position } of uses) {
      const place = await locate(store.db.read, { root_id: rootId, entry_id, revision_id })
      report(`${place}: ${chunk.size} bytes from position ${position} ${fault}`)
    }
    after = uses.at(-1)?.revision_id ?? after
    if (uses.length < REVISIONS_AT_ONCE) return
  }
}

/** Marks what is damaged, and takes the mark from what is not. */
async function faultOf({ checks }: Store, chunk: StoredChunk): Promise<string | undefined> {
  try {
    return await checks.inspect(chunk)
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Holds the content of each revision, as it was when it came, against the chunks that it is made of now. */
export async function verifyContents(db: Db, only: RootId | undefined, report: Report): Promise<void> {
  let after: RevisionId | 0 = 0
  for (;;) {
    const revisions = await listRevisionsAfter(db, after, REVISIONS_AT_ONCE)
    for (const { id, root_id, entry_id, content } of revisions) {
      if (only !== undefined && root_id !== only) continue
      const made = startContentId()
      for (const hash of await listRevisionHashes(db, root_id, id)) made.update(Buffer.from(hash, 'hex'))
      if (made.digest().equals(content) || !(await findRevision(db, root_id, id))) continue
      report(
        `${await locate(db, { root_id, entry_id, revision_id: id })}: its chunks are not the ones that were uploaded`,
      )
    }
    after = revisions.at(-1)?.id ?? after
    if (revisions.length < REVISIONS_AT_ONCE) return
  }
}

/** Blobs that no stored chunk needs, some at a time. They only take space. What else the store has is not for files. */
export async function* listOrphans(
  { db, blobs }: Pick<Store, 'db' | 'blobs'>,
  now: number,
): AsyncGenerator<BlobKey[]> {
  for await (const keys of blobs.list()) {
    const needed = await listNeededKeys(db.read, keys)
    const orphans: BlobKey[] = []
    for (const key of keys) {
      if (needed.has(key) || !OF_FILES.test(key)) continue
      // Gone since it was listed, or so young that something may still need it.
      const at = await blobs.putAt(key)
      if (at !== undefined && at < now - ORPHAN_GRACE_MS) orphans.push(key)
    }
    yield orphans
  }
}

export async function countOrphans(store: Pick<Store, 'db' | 'blobs'>, now: number): Promise<number> {
  let count = 0
  for await (const orphans of listOrphans(store, now)) count += orphans.length
  return count
}
