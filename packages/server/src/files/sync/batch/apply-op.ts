import type { BatchOp } from '@holdfast/api/files/sync'
import type { EntryId, RootId } from '@holdfast/api/ids'
import type { PolicySettings } from '@holdfast/api/policy'
import { type Instant, parseUtc } from '@holdfast/api/time'
import { authorizeEntry } from '../../../access/authorize.ts'
import { fail, noSuch, refuse } from '../../../errors.ts'
import type { StagedContent } from '../../../platform/content/staged.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import { recordActivity } from '../../../records/activity/record-activity.ts'
import { type EntryRow, findEntry } from '../../../records/entries.ts'
import { checkExtension, checkedItemName } from '../../../records/names.ts'
import { type RootRow, takeSeq } from '../../../records/roots.ts'
import { authorizeLiveContainer, containerPath, foldersOf } from '../../basics/authorize-change.ts'
import { checkDepth } from '../../basics/check-depth.ts'
import { checkUnlocked, checkUnlockedBelow } from '../../basics/check-unlocked.ts'
import { makeFolder } from '../../basics/make-folder.ts'
import { retakeName } from '../../tree/retake-name.ts'
import { commitFile } from '../../writing/commit-file.ts'
import { markEntryDeleted } from '../../writing/delete-entry.ts'
import { placeInTransaction } from '../../writing/place-entry.ts'
import { touchInTransaction } from '../../writing/touch-file.ts'
import { failTooLarge, MIB } from '../../writing/upload-target.ts'
import type { StagedInline } from './stage-inline.ts'

/** What all changes of a batch have in common. */
export interface BatchContext {
  ctx: Ctx
  who: PersonPrincipal
  root: RootRow
  policy: PolicySettings
  staged: StagedInline
  at: Instant
}

type Op<Name extends BatchOp['op']> = Extract<BatchOp, { op: Name }>

/** Makes one change of a batch; gives the item. What it is meant for must be as its sender knows it. */
export function applyOp(batch: BatchContext, tx: Tx, op: BatchOp): Promise<EntryId> {
  switch (op.op) {
    case 'put':
      return put(batch, tx, op)
    case 'mkdir':
      return mkdir(batch, tx, op)
    case 'place':
      return place(batch, tx, op)
    case 'touch':
      return touch(batch, tx, op)
    case 'retake':
      return retake(batch, tx, op)
    case 'delete':
      return remove(batch, tx, op)
  }
}

/** A file that a batch brings, as far as it can be known without looking at what is there. */
export interface NewFile {
  folderId: ParentId
  name: string
  content: StagedContent
  created: Instant | undefined
  modified: Instant | undefined
  clientOp: string
  meta: string | undefined
}

export function readNewFile(
  { root, policy, staged }: Pick<BatchContext, 'root' | 'policy' | 'staged'>,
  op: Op<'put'>,
): NewFile {
  const content = staged.contentOf(op.chunks, op.size)
  const name = checkedItemName(op.name ?? '', 'file', root)
  checkPolicy(policy, name, op.size)
  return { folderId: (op.folder_id ?? 0) as ParentId, name, content, ...detailsOf(op) }
}

const detailsOf = ({
  created,
  modified,
  op_id,
  meta,
}: Pick<Op<'put'>, 'created' | 'modified' | 'op_id' | 'meta'>) => ({
  created: timeIn(created),
  modified: timeIn(modified),
  clientOp: op_id,
  meta,
})

async function put(batch: BatchContext, tx: Tx, op: Op<'put'>): Promise<EntryId> {
  const { ctx, who, root, policy, staged, at } = batch
  if (op.entry_id === undefined) {
    const { folderId, ...file } = readNewFile(batch, op)
    const to = { rootId: root.id, folderId, onConflict: 'error' as const }
    return (await commitFile(ctx, tx, who, to, { ...file, at })).id
  }
  const content = staged.contentOf(op.chunks, op.size)
  checkPolicy(policy, undefined, op.size)
  const to = { rootId: root.id, fileId: op.entry_id, ifVer: op.if_ver }
  return (await commitFile(ctx, tx, who, to, { name: '', content, at, ...detailsOf(op) })).id
}

const timeIn = (text: string | undefined): Instant | undefined =>
  text === undefined ? undefined : parseUtc(text)

function checkPolicy(policy: PolicySettings, name: string | undefined, size: number): void {
  if (name !== undefined) checkExtension(name, policy.excluded_extensions)
  if (size > policy.max_file_size * MIB) failTooLarge(policy.max_file_size * MIB)
}

async function mkdir({ who, root, at }: BatchContext, tx: Tx, op: Op<'mkdir'>): Promise<EntryId> {
  const name = checkedItemName(op.name, 'folder', root)
  const seq = await takeSeq(tx, root.id)
  const path = { rootId: root.id, folderId: op.folder_id as ParentId }
  const container = await authorizeLiveContainer(tx, who, path, 'FILE_WRITE', at)
  const way = foldersOf(container)
  checkDepth(root, way.length + 1)
  const folder = await makeFolder(tx, who, {
    root,
    way,
    name,
    seq,
    at,
    clientOp: op.op_id,
    meta: op.meta,
  })
  const on = { root, path: `${containerPath(container)}/${name}` }
  await recordActivity(tx, who, 'folder_created', on, at)
  return folder.id
}

async function place({ who, root, policy, at }: BatchContext, tx: Tx, op: Op<'place'>): Promise<EntryId> {
  const { kind } = await itemMeant(tx, root.id, op)
  const name = checkedItemName(op.name, kind, root)
  checkPolicy(policy, kind === 'file' ? name : undefined, 0)
  const folderId = op.folder_id as ParentId
  const path = { rootId: root.id, entryId: op.entry_id, kind }
  const { op_id: clientOp, meta } = op
  await placeInTransaction(tx, who, path, () => ({ name, folderId, clientOp, meta }), at)
  return op.entry_id
}

async function touch({ who, root, at }: BatchContext, tx: Tx, op: Op<'touch'>): Promise<EntryId> {
  const modified = timeIn(op.modified) ?? refuse('modified')
  const time = { modified, ifVer: op.if_ver, clientOp: op.op_id }
  await touchInTransaction(tx, who, { rootId: root.id, fileId: op.entry_id }, time, at)
  return op.entry_id
}

function retake(batch: BatchContext, tx: Tx, op: Op<'retake'>): Promise<EntryId> {
  const { ctx, who, root, policy, staged, at } = batch
  const content = staged.contentOf(op.chunks, op.size)
  const name = checkedItemName(op.name, 'file', root)
  checkPolicy(policy, name, op.size)
  const retaken = { root, fileId: op.entry_id, ifVer: op.if_ver, folderId: op.folder_id as ParentId, name }
  const { modified, clientOp, meta } = detailsOf(op)
  return retakeName(ctx, tx, who, retaken, { content, at, modified, clientOp, meta })
}

async function remove({ who, root, at }: BatchContext, tx: Tx, op: Op<'delete'>): Promise<EntryId> {
  const { kind } = await itemMeant(tx, root.id, op)
  const seq = await takeSeq(tx, root.id)
  const path = { rootId: root.id, entryId: op.entry_id, kind }
  const { entry, ancestors, deleted } = await authorizeEntry(tx, who, path, 'FILE_DELETE')
  if (deleted) fail('not_found', `The ${kind} was deleted.`)
  checkUnlocked(who, { root, entry, ancestors }, at)
  await checkUnlockedBelow(tx, who, { root, entry }, at)
  // One mark would take along whatever someone else has put there meanwhile.
  if (entry.live_children > 0) fail('not_empty')
  await markEntryDeleted(tx, who, { root, entry, ancestors }, seq, at, op.op_id)
  return op.entry_id
}

async function itemMeant(
  tx: Tx,
  rootId: RootId,
  { entry_id, if_ver }: { entry_id: EntryId; if_ver: number },
): Promise<EntryRow> {
  const entry = (await findEntry(tx, rootId, entry_id)) ?? noSuch(`item ${entry_id} in root ${rootId}`)
  if (entry.deleted_at !== null) fail('not_found', `The ${entry.kind} was deleted.`)
  return entry.ver === if_ver ? entry : fail('ver_conflict')
}
