import type { OnTaken } from '@holdfast/api/files/file-tree'
import type { File, Folder } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import {
  authorizeContainer,
  authorizeEntry,
  type ContainerAccess,
  type EntryAccess,
} from '../../access/authorize.ts'
import type { EntryAddress } from '../../access/read-entry.ts'
import { fail } from '../../errors.ts'
import { type Growth, NO_GROWTH, sumOf } from '../../platform/content/growth.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { allowLong } from '../../platform/db/locking.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { type EntryRow, findByName, findEntry, listAncestors } from '../../records/entries.ts'
import { failTaken } from '../../records/name-taken.ts'
import { nameKey } from '../../records/names.ts'
import { getFilePolicy } from '../../records/policy.ts'
import { holdRoots, type RootRow, takeSeq } from '../../records/roots.ts'
import { tellFoldersTogether } from '../../records/touch-folders.ts'
import { authorizeLiveContainer, containerPath, foldersOf } from '../basics/authorize-change.ts'
import { checkDepth, checkDepthBelow } from '../basics/check-depth.ts'
import { checkUnlocked, checkUnlockedBelow } from '../basics/check-unlocked.ts'
import { freeName } from '../basics/free-name.ts'
import { itemView, locksAbove, pathOf, plain } from '../basics/view.ts'
import { takeAway } from '../writing/delete-entry.ts'
import { chargeStorage } from '../writing/quota.ts'
import { copyRows } from './copy-rows.ts'
import { putBack } from './put-back.ts'
import { countTree, hasChangedBelow } from './queries.ts'
import { AT_ONCE, beginWalk, type Walk, walkOn } from './walk-copy.ts'

/** A copy that was asked for, or a move to another root: a copy that ends with its source being deleted. */
export interface Copy {
  who: Principal
  from: EntryAddress
  to: { rootId: RootId; folderId: ParentId }
  /** Of the copy; that of its source unless given. */
  name?: string | undefined
  onTaken: OnTaken
  move: boolean
}

/** The source of a move has changed since the copy was begun. */
export const SOURCE_CHANGED = Symbol('source changed')

type Begun = { done: File | Folder } | { walk: Walk; since: number }

/**
 * Copies a file or a tree. A large tree is built in several transactions below a folder that is marked deleted, and
 * shown by the last one; whatever goes wrong before leaves nothing that is live.
 */
export async function copyTree(ctx: Ctx, copy: Copy): Promise<File | Folder | typeof SOURCE_CHANGED> {
  await checkFits(ctx.db.read, copy)
  const begun = await ctx.db.write((tx) => beginCopy(ctx, tx, copy))
  if ('done' in begun) return begun.done
  let { walk } = begun
  while (walk.frames.length > 0) {
    const current = walk
    walk = await ctx.db.write((tx) => goOn(ctx, tx, copy, current))
  }
  return ctx.db.write((tx) => show(ctx, tx, copy, { walk, since: begun.since }))
}

/** Before anything is made: of a large copy some of it would be there, though out of sight. */
async function checkFits(db: Db, { who, from, to }: Copy): Promise<void> {
  if (from.kind === 'file') return
  const container = await authorizeContainer(db, who, to, 'FILE_WRITE')
  const depth = foldersOf(container).length + 1
  await checkDepthBelow(db, container.root, from.rootId, [{ id: from.entryId, depth }])
}

interface Ends {
  at: Instant
  source: EntryAccess
  container: ContainerAccess
}

/** Both ends of the copy, held until the transaction ends. Rights are looked at in each: they may change in between. */
async function holdEnds(ctx: Ctx, tx: Tx, { who, from, to, move }: Copy): Promise<Ends> {
  const at = ctx.now()
  await holdRoots(tx, [from.rootId, to.rootId])
  const source: EntryAccess = await authorizeEntry(tx, who, from, 'FILE_READ')
  if (move) {
    await authorizeEntry(tx, who, from, 'FILE_WRITE')
    await authorizeEntry(tx, who, from, 'FILE_DELETE')
  }
  const container = await authorizeLiveContainer(tx, who, to, 'FILE_WRITE', at)
  if (source.deleted) fail('not_found', `The ${from.kind} was deleted.`)
  if (move) {
    checkUnlocked(who, source, at)
    await checkUnlockedBelow(tx, who, source, at)
  }
  return { at, source, container }
}

/** All of it where it is small; else a beginning that nobody sees. */
export async function beginCopy(ctx: Ctx, tx: Tx, copy: Copy): Promise<Begun> {
  const { who, from } = copy
  const ends = await holdEnds(ctx, tx, copy)
  const { at, source, container } = ends
  const { root } = container
  const name = await nameIn(tx, container, copy, source.entry.name)
  const hidden = from.kind === 'folder' && (await countTree(tx, source.entry, AT_ONCE + 1)) > AT_ONCE
  const to = foldersOf(container)
  if (from.kind === 'folder') {
    checkDepth(root, to.length + 1)
    tellFoldersTogether(tx)
  }
  const copying = { who, at, root, to, policy: await getFilePolicy(tx, root), hidden }
  const made = await copyRows(tx, copying, {
    way: to,
    sources: [{ ...source.entry, name }],
    firstSeq: undefined,
    marked: hidden,
  })
  const top = made.copies[0] as EntryRow
  let { growth } = made
  let walk = beginWalk(source.entry, top)
  if (from.kind === 'folder' && !hidden)
    while (walk.frames.length > 0) {
      const step = await walkOn(tx, copying, walk)
      growth = sumOf(growth, step.growth)
      walk = step.walk
    }
  if (!hidden) return { done: await finish(ctx, tx, copy, ends, top, growth) }
  const about = `Copy of ${nameOfSource(copy, ends)}, not complete yet`
  const path = `${containerPath(container)}/${name}`
  await recordActivity(tx, who, 'folder_created', { root, path, about }, at)
  return { walk, since: source.root.seq }
}

/** A name that is free now; of a large copy another may have it when it is done. */
async function nameIn(
  tx: Tx,
  { root, parentId }: ContainerAccess,
  { name: given, onTaken }: Copy,
  own: string,
): Promise<string> {
  const name = given ?? own
  if (onTaken === 'rename') return freeName(tx, root.id, parentId, name)
  const place = { rootId: root.id, parentId, nameKey: nameKey(name) }
  if (await findByName(tx, place)) failTaken(place)
  return name
}

async function goOn(ctx: Ctx, tx: Tx, copy: Copy, walk: Walk): Promise<Walk> {
  const { at, container } = await holdEnds(ctx, tx, copy)
  const { root } = container
  const policy = await getFilePolicy(tx, root)
  tellFoldersTogether(tx)
  const to = foldersOf(container)
  const step = await walkOn(tx, { who: copy.who, at, root, to, policy, hidden: true }, walk)
  await chargeStorage(ctx, tx, root, step.growth, at)
  return step.walk
}

/** Makes a copy live that was built out of sight. */
async function show(
  ctx: Ctx,
  tx: Tx,
  copy: Copy,
  { walk, since }: { walk: Walk; since: number },
): Promise<File | Folder | typeof SOURCE_CHANGED> {
  const ends = await holdEnds(ctx, tx, copy)
  const { at, source, container } = ends
  if (copy.move) await allowLong(tx)
  if (copy.move && (await hasChangedBelow(tx, source.entry, since))) return SOURCE_CHANGED
  const { root } = container
  const before = await findEntry(tx, root.id, walk.topId)
  if (!before || before.deleted_at === null)
    return fail('temporarily_unavailable', 'Someone changed the copy before it was complete. Try again.')
  const to = foldersOf(container)
  checkDepth(root, to.length + walk.height)
  const name = await nameIn(tx, container, copy, source.entry.name)
  const seq = await takeSeq(tx, root.id)
  const from = await listAncestors(tx, before)
  const top = await putBack(tx, copy.who, { before, from, to, name, seq, firstSeq: seq, at })
  return finish(ctx, tx, copy, ends, top, NO_GROWTH)
}

/** Ends a move at its source, counts, and puts all of it on record. */
async function finish(
  ctx: Ctx,
  tx: Tx,
  copy: Copy,
  ends: Ends,
  top: EntryRow,
  growth: Growth,
): Promise<File | Folder> {
  const { who, move } = copy
  const { at, source, container } = ends
  const { root } = container
  if (move) await takeAway(tx, who, source, await takeSeq(tx, source.root.id), at)
  const folders = foldersOf(container)
  const view = itemView(top, pathOf(folders), false, plain(at, locksAbove(root, folders, at)))
  await chargeStorage(ctx, tx, root, growth, at)
  const copied = { kind: 'item_copied', root, path: view.path, about: nameOfSource(copy, ends) } as const
  const moved = {
    kind: 'item_moved_out',
    root: source.root,
    path: pathOfSource(ends),
    about: placeElsewhere(root, view.path, source.root),
  } as const
  // The ends of two organizations' records are held then: always in the same order.
  const records = (move ? [copied, moved] : [copied]).sort(
    (a, b) => a.root.organization_id - b.root.organization_id,
  )
  for (const { kind, ...on } of records) await recordActivity(tx, who, kind, on, at)
  return view
}

const pathOfSource = ({ source }: Ends): string => `${pathOf(source.ancestors)}/${source.entry.name}`

const nameOfSource = ({ from, to }: Copy, ends: Ends): string =>
  from.rootId === to.rootId
    ? pathOfSource(ends)
    : placeElsewhere(ends.source.root, pathOfSource(ends), ends.container.root)

/** A place, for the records of another root. What another organization calls its folders is not for these. */
const placeElsewhere = (root: RootRow, path: string, teller: RootRow): string =>
  root.organization_id === teller.organization_id ? `${root.name}: ${path}` : root.name
