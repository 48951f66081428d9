import { type BulkAction, type BulkReport, MAX_BULK } from '@holdfast/api/files/file-bulk'
import type { OnTaken } from '@holdfast/api/files/file-tree'
import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { authorizeBulk } from '../../access/bulk.ts'
import type { EntryAddress } from '../../access/read-entry.ts'
import { ApiError, missing, reasonOf, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { EntryKind, ParentId } from '../../platform/db/tables/files.ts'
import { attempt } from '../../platform/db/transaction.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { NameTaken } from '../../records/name-taken.ts'
import { findRoot, holdRoots } from '../../records/roots.ts'
import { tellFoldersTogether } from '../../records/touch-folders.ts'
import { describeConflict } from '../basics/describe-conflict.ts'
import { recordTogether } from '../basics/record-together.ts'
import { lockInTransaction } from '../locks/lock-item.ts'
import { unlockInTransaction } from '../locks/unlock-item.ts'
import { purgeEntry } from '../retention/purge-entry.ts'
import { copyEntry } from '../tree/copy-entry.ts'
import { beginCopy, type Copy } from '../tree/copy-tree.ts'
import { moveAcross } from '../tree/move-across.ts'
import { restoreInTransaction } from '../tree/restore-entry.ts'
import { deleteInTransaction } from '../writing/delete-entry.ts'
import { movedTo, placeInTransaction } from '../writing/place-entry.ts'
import { chargeTogether } from '../writing/quota.ts'
import { applyToSet } from './apply-to-set.ts'
import type { Bulk } from './bulk.ts'
import { joinOperation } from './bulk-operation.ts'
import { type Next, nextItems } from './next-items.ts'

export interface BulkWish {
  root_id: RootId
  action: BulkAction
  file_ids?: readonly EntryId[]
  folder_ids?: readonly EntryId[]
  to_root_id?: RootId
  to_folder_id: ParentId
  on_conflict: OnTaken
  all_in?: ParentId
  only_of?: number
  except_ids?: readonly EntryId[]
  cursor?: string
  operation?: string
}

interface Outcome {
  item: EntryAddress
  /** A new item. */
  made?: { type: EntryKind; id: EntryId } | undefined
  error?: ApiError
}

/** Of one organization, in this process, as batches of devices: they meet at its rows. */
const AT_ONCE = { sqlite: 1, postgres: 4 }

/** Of everything in a folder, so many items are dealt with by themselves in one request. */
const ALONE_AT_ONCE = 200

/** Does one thing with many items: in one transaction, each of them wholly or not at all. */
export async function applyBulk(ctx: Ctx, asking: PersonPrincipal, wish: BulkWish): Promise<BulkReport> {
  const { root_id: rootId, action, on_conflict: onTaken, operation } = wish
  // In a browser it is somebody's choice; programs have none to ask.
  const who = { ...asking, confirmed: asking.web }
  const to = { rootId: wish.to_root_id ?? rootId, folderId: wish.to_folder_id }
  const isStep = wish.all_in !== undefined
  const bulk: Bulk = { ctx, who, action, rootId, to, onTaken, operation, isStep }
  const { root } = await authorizeBulk(ctx.db.read, who, action, { rootId, toRootId: to.rootId })
  const listed = listOf(bulk, wish)
  if (action === 'purge') {
    const { items, goOn } = await listed(ctx.db.read)
    const outcomes = await oneByOne(bulk, items)
    return reportOf(bulk, { seqBefore: root.seq, outcomes }, goOn)
  }
  const line = `organization ${root.organization_id}`
  const { seqBefore, outcomes, large, goOn, last } = await ctx.atOnce.batches.during(
    line,
    AT_ONCE[ctx.db.dialect],
    () => applyTogether(bulk, listed),
  )
  const all = [...outcomes, ...(await oneByOne(bulk, large))]
  return reportOf(bulk, { seqBefore, outcomes: all }, goOn, last)
}

/** What tells the items, in the transaction that deals with them. */
type Listed = (db: Db) => Promise<Next>

function listOf(bulk: Bulk, wish: BulkWish): Listed {
  const { all_in: folderId, except_ids = [], cursor } = wish
  if (folderId === undefined) {
    const items = itemsOf(wish)
    return async () => ({ items, goOn: async () => ({ left: 0, cursor: null }) })
  }
  if (wish.file_ids || wish.folder_ids) refuse('all_in', 'cannot be combined with file_ids or folder_ids')
  return (db) => nextItems(db, bulk, { folderId, except: new Set(except_ids), onlyOf: wish.only_of, cursor })
}

function itemsOf({ root_id: rootId, file_ids = [], folder_ids = [] }: BulkWish): EntryAddress[] {
  const address = (kind: EntryKind) => (entryId: EntryId) => ({ rootId, entryId, kind })
  const items = [
    ...[...new Set(file_ids)].map(address('file')),
    ...[...new Set(folder_ids)].map(address('folder')),
  ]
  if (items.length === 0) missing('file_ids', 'or send folder_ids or all_in')
  if (items.length > MAX_BULK) refuse('file_ids', `expected: up to ${MAX_BULK} items in total`)
  return items
}

interface Together extends Pick<Next, 'goOn'> {
  seqBefore: number
  outcomes: Outcome[]
  /** The last item that was looked at, where others of those listed were not. */
  last: EntryAddress | undefined
  /** Folders that take more than one transaction. */
  large: EntryAddress[]
}

async function applyTogether(bulk: Bulk, listed: Listed): Promise<Together> {
  const { db } = bulk.ctx
  try {
    return await db.write((tx) => applyIn(tx, bulk, listed, true))
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'policy_error')) throw error
    // All together they are too much. Some of them may still have room, which only charging each of them tells.
    return db.write((tx) => applyIn(tx, bulk, listed, false))
  }
}

async function applyIn(tx: Tx, bulk: Bulk, listed: Listed, chargedTogether: boolean): Promise<Together> {
  const { ctx, who, action, rootId, to } = bulk
  const at = ctx.now()
  const ends = [...new Set([rootId, to.rootId])]
  await holdRoots(tx, ends)
  const { root, target } = await authorizeBulk(tx, who, action, { rootId, toRootId: to.rootId })
  recordTogether(tx, 'one operation')
  tellFoldersTogether(tx)
  if (chargedTogether) chargeTogether(tx)
  const { items, goOn } = await listed(tx)
  const alone = await applyToSet(tx, bulk, items, at)
  const isAlone = new Set(alone)
  const outcomes: Outcome[] = items.filter((item) => !isAlone.has(item)).map((item) => ({ item }))
  const now = alone.slice(0, bulk.isStep ? ALONE_AT_ONCE : undefined)
  const large: EntryAddress[] = []
  for (const item of now) {
    try {
      outcomes.push({ item, made: await attempt(tx, (own) => applyTo(bulk, own, item, at)) })
    } catch (error) {
      if (error === TOO_LARGE) large.push(item)
      else if (error instanceof ApiError) outcomes.push({ item, error })
      else throw error
    }
  }
  for (const before of rootId === to.rootId ? [root] : [root, target]) {
    const last = (await findRoot(tx, before.id))?.seq ?? before.seq
    await joinOperation(tx, bulk, before.id, { after: before.seq, last, at })
  }
  const last = now.length < alone.length ? now.at(-1) : undefined
  return { seqBefore: root.seq, outcomes, large, goOn, last }
}

const TOO_LARGE = Symbol('more than one transaction holds')

async function applyTo(bulk: Bulk, tx: Tx, item: EntryAddress, at: Instant): Promise<Outcome['made']> {
  const { ctx, who, action, to, onTaken } = bulk
  switch (action) {
    case 'delete':
      await deleteInTransaction(tx, who, item, at)
      return
    case 'restore':
      await restoreInTransaction(tx, who, item, onTaken, at)
      return
    case 'lock':
      await lockInTransaction(tx, who, item, undefined, at)
      return
    case 'unlock':
      await unlockInTransaction(tx, who, item, at)
      return
    case 'move':
      if (to.rootId !== item.rootId) return copyNow(ctx, tx, { who, from: item, to, onTaken, move: true })
      await placeInTransaction(tx, who, item, movedTo(to.folderId, onTaken), at)
      return
    case 'copy':
      return copyNow(ctx, tx, { who, from: item, to, onTaken, move: false })
    case 'purge':
      throw new Error('Purges take transactions of their own')
  }
}

async function copyNow(ctx: Ctx, tx: Tx, copy: Copy): Promise<Outcome['made']> {
  const begun = await beginCopy(ctx, tx, copy)
  // What was begun is undone; it comes later, by itself.
  if (!('done' in begun)) throw TOO_LARGE
  return begun.done
}

/** What cannot be part of one transaction. */
async function oneByOne(bulk: Bulk, items: readonly EntryAddress[]): Promise<Outcome[]> {
  const { ctx, who, action, to, onTaken } = bulk
  const outcomes: Outcome[] = []
  for (const item of items)
    try {
      if (action === 'purge') await purgeEntry(ctx, who, item)
      if (action === 'move') await moveAcross(ctx, who, item, to, onTaken)
      const made = action === 'copy' ? await copyEntry(ctx, who, item, { to, onTaken }) : undefined
      outcomes.push({ item, made })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      outcomes.push({ item, error })
    }
  return outcomes
}

async function reportOf(
  { ctx, who, rootId }: Bulk,
  { seqBefore, outcomes }: Pick<Together, 'seqBefore' | 'outcomes'>,
  goOn: Next['goOn'],
  last?: EntryAddress,
): Promise<BulkReport> {
  const db = ctx.db.read
  const failed: BulkReport['failed'] = []
  for (const { item, error } of outcomes) {
    if (!error) continue
    const conflict = error instanceof NameTaken ? await describeConflict(db, who, error.place) : undefined
    const { code, description } = error
    failed.push({
      ...{ type: item.kind, id: item.entryId, error: code, error_description: description },
      ...reasonOf(error),
      ...(conflict && { conflict }),
    })
  }
  const done = new Set(outcomes.filter(({ error }) => !error).map(({ item }) => item.entryId))
  return {
    seq_before: seqBefore,
    last_seq: (await findRoot(db, rootId))?.seq ?? seqBefore,
    done: outcomes.length - failed.length,
    made: outcomes.flatMap(({ made }) => (made ? [{ type: made.type, id: made.id }] : [])),
    failed,
    ...(await goOn(db, done, last)),
  }
}
