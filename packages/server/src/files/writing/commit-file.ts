import type { File, OnConflict } from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { ContainerAccess, EntryAccess } from '../../access/authorize.ts'
import { fail } from '../../errors.ts'
import { commitContent } from '../../platform/content/commit-content.ts'
import type { Growth } from '../../platform/content/growth.ts'
import { healContent } from '../../platform/content/heal-chunks.ts'
import type { StagedContent } from '../../platform/content/staged.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { recordDamage } from '../../records/damage.ts'
import { type EntryRow, findByName, insertEntry, setHead, updateContent } from '../../records/entries.ts'
import { failTaken } from '../../records/name-taken.ts'
import { nameKey } from '../../records/names.ts'
import { findRevision, insertRevision, listRevisionHashes } from '../../records/revisions.ts'
import { addSizes, returnSeq, takeSeq } from '../../records/roots.ts'
import { touchContainer } from '../../records/touch-folders.ts'
import {
  authorizeChange,
  authorizeLiveContainer,
  containerPath,
  foldersOf,
} from '../basics/authorize-change.ts'
import { checkUnlocked } from '../basics/check-unlocked.ts'
import { freeName } from '../basics/free-name.ts'
import { authorOf, recordChange } from '../basics/record-change.ts'
import { fileView, locksAbove, pathOf, plain } from '../basics/view.ts'
import { visibleContainer, visiblePart } from '../basics/visible-part.ts'
import { chargeStorage, reserveStorage } from './quota.ts'

/** Where content goes: into a folder under a name, or to a file that is there. */
export type Destination =
  | { rootId: RootId; folderId: ParentId; onConflict: OnConflict }
  | { rootId: RootId; fileId: EntryId; ifVer?: number | undefined }

export interface NewContent {
  /** Of a file that is there, the name stays. */
  name: string
  content: StagedContent
  at: Instant
  created?: Instant | undefined
  modified?: Instant | undefined
  /** Comes back in the log, so that a client knows its own changes. */
  clientOp?: string | undefined
  /** What a device wrote down about the file. */
  meta?: string | undefined
  /** The number of the first change of the operation, where it made others before. */
  firstSeq?: number
  /** It gets a revision even if it has this very content. */
  isSave?: boolean
  /** Bytes that quotas count for it while it is on its way. */
  pending?: number
}

/** Makes durable bytes a file, or a new revision of one. */
export async function commitFile(
  ctx: Ctx,
  tx: Tx,
  who: Principal,
  to: Destination,
  file: NewContent,
): Promise<File> {
  const { rootId } = to
  const seq = await takeSeq(tx, rootId)
  if ('fileId' in to) {
    const path = { rootId, entryId: to.fileId, kind: 'file' as const }
    const access = await authorizeChange(tx, who, path, 'FILE_WRITE', file.at)
    if (to.ifVer !== undefined && to.ifVer !== access.entry.ver) fail('ver_conflict')
    return commitRevision(ctx, tx, who, access, seq, file)
  }
  const container = await authorizeLiveContainer(tx, who, to, 'FILE_ADD', file.at)
  const { parentId, permissions } = container
  const seesFiles = permissions.has('FILE_VIEW')
  if (to.onConflict === 'error' && seesFiles) return commitNewFile(ctx, tx, who, container, seq, file)
  const place = { rootId, parentId, nameKey: nameKey(file.name) }
  const taken = await findByName(tx, place)
  if (!taken) return commitNewFile(ctx, tx, who, container, seq, file)
  // Nothing is in the way of who cannot see what is there, nor its to change.
  if (to.onConflict === 'rename' || !seesFiles) {
    const name = await freeName(tx, rootId, parentId, file.name)
    return commitNewFile(ctx, tx, who, container, seq, { ...file, name })
  }
  if (taken.kind === 'folder') failTaken(place, 'A folder with this name already exists here.')
  if (!permissions.has('FILE_WRITE')) fail('forbidden')
  const access = {
    root: container.root,
    entry: taken,
    ancestors: foldersOf(container),
    ...(container.folder?.hidden !== undefined && { hidden: container.folder.hidden }),
  }
  checkUnlocked(who, access, file.at)
  return commitRevision(ctx, tx, who, access, seq, file)
}

async function commitNewFile(
  ctx: Ctx,
  tx: Tx,
  who: Principal,
  container: ContainerAccess,
  seq: number,
  { name, content, at, created = at, modified = at, clientOp, meta, pending = 0 }: NewContent,
): Promise<File> {
  const { root, parentId } = container
  const inserted = await insertEntry(tx, {
    root_id: root.id,
    parent_id: parentId,
    kind: 'file',
    name,
    name_key: nameKey(name),
    size: content.size,
    created_at: created,
    modified_at: modified,
    changed_at: at,
    seq,
    meta: meta ?? null,
  })
  const revision_id = await insertRevision(tx, {
    root_id: root.id,
    entry_id: inserted.id,
    content: content.id,
    size: content.size,
    full_size: content.size,
    delta_size: 0,
    created_at: at,
    modified_at: modified,
    ...authorOf(who),
  })
  await setHead(tx, root.id, inserted.id, revision_id)
  const entry: EntryRow = { ...inserted, revision_id }
  const committed = await commitContent(tx, root.id, revision_id, content)
  const growth = arrived(committed, pending)
  await addSizes(tx, root.id, {
    live_size: content.size,
    ...growth,
    live_files: 1,
    live_revisions: 1,
    live_revision_size: content.size,
  })
  const way = foldersOf(container)
  await touchContainer(tx, root.id, { way, live: 1, deleted: 0, seq, size: content.size })
  await recordChange(tx, who, { op: 'create', entry, at, clientOp })
  const seen = visibleContainer(container)
  const above = locksAbove(seen.root, foldersOf(seen), at)
  const view = fileView(entry, containerPath(seen), false, plain(at, above))
  // Last, because the rows of the organization are shared by everyone in it; and in this order everywhere.
  await chargeStorage(ctx, tx, root, growth, at)
  await recordDamage(tx, 'content_healed', committed.healed, at)
  await recordActivity(tx, who, 'file_uploaded', { root, path: `${containerPath(container)}/${name}` }, at)
  return view
}

/** The same content again changes nothing, so that anyone who is unsure whether an upload got through can repeat it. */
async function commitRevision(
  ctx: Ctx,
  tx: Tx,
  who: Principal,
  access: Pick<EntryAccess, 'root' | 'entry' | 'ancestors' | 'hidden'>,
  seq: number,
  { content, at, modified: given, clientOp, meta, firstSeq, isSave = false, pending = 0 }: NewContent,
): Promise<File> {
  const { root, entry: before, ancestors } = access
  const seen = visiblePart(access)
  const shown = plain(at, locksAbove(seen.root, seen.ancestors, at))
  const head = before.revision_id === null ? undefined : await findRevision(tx, root.id, before.revision_id)
  if (!head) throw new Error(`File ${before.id} has no revision`)
  const modified = given ?? at
  const sameTime = given === undefined || given === before.modified_at
  const sameMeta = meta === undefined || meta === before.meta
  if (!isSave && sameTime && sameMeta && head.content.equals(content.id)) {
    await returnSeq(tx, root.id)
    const healed = await healContent(tx, root.id, content.chunks)
    await reserveStorage(ctx, tx, root, -pending, at)
    await recordDamage(tx, 'content_healed', healed, at)
    return fileView(before, pathOf(seen.ancestors), false, shown)
  }
  const image = imageOf(content, new Set(await listRevisionHashes(tx, root.id, head.id)))
  const revision_id = await insertRevision(tx, {
    root_id: root.id,
    entry_id: before.id,
    content: content.id,
    size: content.size,
    ...image,
    created_at: at,
    modified_at: modified,
    ...authorOf(who),
  })
  const entry = await updateContent(tx, root.id, before.id, {
    revision_id,
    size: content.size,
    modified_at: modified,
    changed_at: at,
    seq,
    ...(meta !== undefined && { meta }),
  })
  const committed = await commitContent(tx, root.id, revision_id, content)
  const growth = arrived(committed, pending)
  await addSizes(tx, root.id, {
    live_size: entry.size - before.size,
    ...growth,
    live_revisions: 1,
    live_revision_size: image.full_size + image.delta_size,
  })
  const grown = entry.size - before.size
  await touchContainer(tx, root.id, { way: ancestors, live: 0, deleted: 0, seq, size: grown })
  const together = firstSeq !== undefined && { firstSeq }
  await recordChange(tx, who, { op: 'update', entry, before, at, clientOp, ...together })
  await chargeStorage(ctx, tx, root, growth, at)
  await recordDamage(tx, 'content_healed', committed.healed, at)
  await recordActivity(tx, who, 'file_updated', { root, path: `${pathOf(ancestors)}/${entry.name}` }, at)
  return fileView(entry, pathOf(seen.ancestors), false, shown)
}

const arrived = ({ stored_size, pending_size }: Growth, pending: number): Growth => ({
  stored_size,
  pending_size: pending_size - pending,
})

/** A revision that has bytes in common with the one before counts what it has beside those, any other all it has. */
export function imageOf(
  { chunks, size }: Pick<StagedContent, 'chunks' | 'size'>,
  before: ReadonlySet<string>,
): { full_size: number; delta_size: number } {
  const fresh = new Map<string, number>()
  let shared = false
  for (const chunk of chunks) {
    const hex = chunk.sha256.toString('hex')
    if (before.has(hex)) shared = true
    else fresh.set(hex, chunk.size)
  }
  if (!shared) return { full_size: size, delta_size: 0 }
  return { full_size: 0, delta_size: [...fresh.values()].reduce((sum, bytes) => sum + bytes, 0) }
}
