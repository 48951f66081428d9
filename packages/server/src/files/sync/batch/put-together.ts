import type { BatchOp } from '@holdfast/api/files/sync'
import type { EntryId, RevisionId } from '@holdfast/api/ids'
import type { ContainerAccess } from '../../../access/authorize.ts'
import { ApiError } from '../../../errors.ts'
import { commitPlain, findHeld, isPlain } from '../../../platform/content/commit-content.ts'
import type { Growth } from '../../../platform/content/growth.ts'
import type { HeldChunk } from '../../../platform/content/queries.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { takeIds } from '../../../platform/db/locking.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import { recordActivity } from '../../../records/activity/record-activity.ts'
import { insertChanges, insertEntries, listTakenNames } from '../../../records/entries.ts'
import { nameKey } from '../../../records/names.ts'
import { insertRevisions } from '../../../records/revisions.ts'
import { addSizes, takeSeqs } from '../../../records/roots.ts'
import { touchContainer } from '../../../records/touch-folders.ts'
import { authorizeLiveContainer, containerPath, foldersOf } from '../../basics/authorize-change.ts'
import { authorOf, loggedAuthorOf } from '../../basics/record-change.ts'
import { chargeStorage } from '../../writing/quota.ts'
import { type BatchContext, type NewFile, readNewFile } from './apply-op.ts'

/** A new file, with where it goes. */
interface PlacedFile extends NewFile {
  container: ContainerAccess
  key: string
}

/** New files, and what is known of the root; nothing may change there but by refusals. */
export interface PutPlan {
  files: readonly PlacedFile[]
  held: ReadonlyMap<string, HeldChunk>
  /** Of each file, whether nothing stands in its way. */
  clear: readonly boolean[]
}

/**
 * Looks at the next changes as far as they are new files. Whatever is refused, or needs more than rows, is not among them or
 * not clear: it is for the code that makes one change at a time, and says why not.
 */
export async function planPuts(batch: BatchContext, tx: Tx, ops: readonly BatchOp[]): Promise<PutPlan> {
  const rootId = batch.root.id
  const containers = new Map<ParentId, ContainerAccess>()
  const files: PlacedFile[] = []
  for (const op of ops) {
    const file = await readPut(batch, tx, op, containers)
    if (!file) break
    files.push(file)
  }
  if (files.length < 2) return { files: [], held: new Map(), clear: [] }
  const held = await findHeld(
    tx,
    rootId,
    files.map(({ content }) => content),
  )
  const taken = new Map<ParentId, Set<string>>()
  for (const [parentId, there] of Map.groupBy(files, ({ container }) => container.parentId)) {
    const keys = new Set(there.map(({ key }) => key))
    taken.set(parentId, await listTakenNames(tx, { rootId, parentId }, [...keys]))
  }
  const clear = files.map(({ container: { parentId }, key, content }) => {
    const names = taken.get(parentId)
    const isClear = !names?.has(key) && isPlain(content, held)
    if (isClear) names?.add(key)
    return isClear
  })
  return { files, held, clear }
}

async function readPut(
  batch: BatchContext,
  tx: Tx,
  op: BatchOp,
  containers: Map<ParentId, ContainerAccess>,
): Promise<PlacedFile | undefined> {
  if (op.op !== 'put' || op.entry_id !== undefined) return undefined
  try {
    const file = readNewFile(batch, op)
    if (file.content.chunks.some(({ blob }) => blob)) return undefined
    const { folderId } = file
    const container =
      containers.get(folderId) ??
      (await authorizeLiveContainer(
        tx,
        batch.who,
        { rootId: batch.root.id, folderId },
        'FILE_WRITE',
        batch.at,
      ))
    containers.set(folderId, container)
    return { ...file, container, key: nameKey(file.name) }
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** Makes clear ones with few statements for all; the outcome is that of making one after the other. */
export async function putTogether(
  batch: BatchContext,
  tx: Tx,
  { files, held }: Pick<PutPlan, 'files' | 'held'>,
): Promise<EntryId[]> {
  const { ctx, who, root, at } = batch
  const first = await takeSeqs(tx, root.id, files.length)
  const made = await insertFiles(batch, tx, files, first)
  const growth = await commitPlain(tx, root.id, made, held)
  await countFiles(tx, root.id, files, { first, growth })
  await chargeStorage(ctx, tx, root, growth, at)
  for (const { name, container } of files)
    await recordActivity(tx, who, 'file_uploaded', { root, path: `${containerPath(container)}/${name}` }, at)
  return made.map(({ entryId }) => entryId)
}

/** Rows for the files, their first revisions, and the log. */
async function insertFiles(
  { who, root, at }: BatchContext,
  tx: Tx,
  files: readonly PlacedFile[],
  first: number,
) {
  const revisionIds = await takeIds(tx, 'revision', files.length)
  const entries = await insertEntries(
    tx,
    files.map(({ name, key, container, content, created, modified, meta }, n) => ({
      root_id: root.id,
      parent_id: container.parentId,
      kind: 'file',
      name,
      name_key: key,
      revision_id: revisionIds[n] as RevisionId,
      size: content.size,
      created_at: created ?? at,
      modified_at: modified ?? at,
      changed_at: at,
      ver: 1,
      seq: first + n,
      meta: meta ?? null,
    })),
  )
  const made = entries.map((entry, n) => ({
    ...(files[n] as PlacedFile),
    entry,
    id: revisionIds[n] as RevisionId,
  }))
  await insertRevisions(
    tx,
    made.map(({ entry, id, content: { id: content, size } }) => ({
      ...{ id, entry_id: entry.id, root_id: root.id, content, size, full_size: size, delta_size: 0 },
      ...{ created_at: at, modified_at: entry.modified_at, ...authorOf(who) },
    })),
  )
  await insertChanges(
    tx,
    made.map(({ entry: { id, root_id, kind, parent_id, name, ver, seq, revision_id, size }, clientOp }) => ({
      ...{ root_id, seq, op: 'create' as const, entry_id: id, kind, parent_id, name, ver, revision_id, size },
      ...{ deleted_at: null, ...loggedAuthorOf(who), client_op: clientOp, first_seq: null, at },
    })),
  )
  return made.map(({ entry, id, content }) => ({ entryId: entry.id, id, content }))
}

async function countFiles(
  tx: Tx,
  rootId: BatchContext['root']['id'],
  files: readonly PlacedFile[],
  { first, growth }: { first: number; growth: Growth },
): Promise<void> {
  const size = files.reduce((sum, { content }) => sum + content.size, 0)
  await addSizes(tx, rootId, {
    live_size: size,
    ...growth,
    live_files: files.length,
    live_revisions: files.length,
    live_revision_size: size,
  })
  const numbered = files.map(({ container, content }, n) => ({
    container,
    size: content.size,
    seq: first + n,
  }))
  for (const there of Map.groupBy(numbered, ({ container }) => container.parentId).values())
    await touchContainer(tx, rootId, {
      way: there[0] ? foldersOf(there[0].container) : [],
      ...{ live: there.length, deleted: 0, seq: there.at(-1)?.seq },
      size: there.reduce((sum, file) => sum + file.size, 0),
    })
}
