import type { Instant } from '@holdfast/api/time'
import type { ContainerAccess, EntryAccess } from '../../access/authorize.ts'
import { ApiError } from '../../errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listTakenNames } from '../../records/entries.ts'
import { findLockBelow } from '../../records/locks.ts'
import { checkExtension, checkNotAgents } from '../../records/names.ts'
import { getFilePolicy } from '../../records/policy.ts'
import { authorizeLiveContainer, foldersOf } from '../basics/authorize-change.ts'
import { checkDepthBelow } from '../basics/check-depth.ts'
import { checkUnlocked, holderOf } from '../basics/check-unlocked.ts'
import type { Bulk } from './bulk.ts'

// Which of some items can be changed together. Whatever speaks against one of them is told by those who do it one by one, so it is
// only left out here.

/** Whether something is refused. */
async function isRefused(asking: () => Promise<unknown> | unknown): Promise<boolean> {
  try {
    await asking()
    return false
  } catch (error) {
    if (error instanceof ApiError) return true
    throw error
  }
}

async function accepted<T>(items: readonly T[], check: (item: T) => unknown): Promise<T[]> {
  const found: T[] = []
  for (const item of items) if (!(await isRefused(() => check(item)))) found.push(item)
  return found
}

export async function chooseDeletable(
  tx: Tx,
  who: PersonPrincipal,
  found: readonly EntryAccess[],
  at: Instant,
): Promise<EntryAccess[]> {
  const live = await accepted(
    found.filter(({ deleted }) => !deleted),
    (access) => checkUnlocked(who, access, at),
  )
  return (await hasLocksOfOthers(tx, who, live, at)) ? filesOf(live) : live
}

/** Only what is deleted by itself, in a folder that is live, and has a name that nothing else has there. */
export async function chooseRestorable(
  tx: Tx,
  who: PersonPrincipal,
  found: readonly EntryAccess[],
  at: Instant,
): Promise<EntryAccess[]> {
  const [one] = found
  if (!one) return []
  const { excluded_extensions } = await getFilePolicy(tx, one.root)
  const marked = found.filter(
    ({ entry, ancestors }) =>
      entry.deleted_at !== null && ancestors.every(({ deleted_at }) => deleted_at === null),
  )
  const wanted = await accepted(marked, ({ root, entry, ancestors }) => {
    checkNotAgents(entry.name, root)
    if (entry.kind === 'file') checkExtension(entry.name, excluded_extensions)
    checkUnlocked(who, { root, ancestors }, at)
  })
  const free = await withFreeNames(tx, wanted, ({ entry }) => entry.parent_id)
  return withinDepth(tx, free, ({ ancestors }) => ancestors.length + 1)
}

export interface Movable {
  /** Undefined where nothing can be put into it. */
  container: ContainerAccess | undefined
  chosen: EntryAccess[]
}

export async function chooseMovable(
  tx: Tx,
  { who, rootId, to }: Bulk,
  found: readonly EntryAccess[],
  at: Instant,
): Promise<Movable> {
  let container: ContainerAccess | undefined
  const closed = await isRefused(async () => {
    container = await authorizeLiveContainer(tx, who, { rootId, folderId: to.folderId }, 'FILE_WRITE', at)
  })
  if (closed || !container) return { container: undefined, chosen: [] }
  const way = foldersOf(container)
  const aside = new Set(way.map(({ id }) => id))
  const live = await accepted(
    found.filter(({ entry, deleted }) => !deleted && entry.parent_id !== to.folderId && !aside.has(entry.id)),
    (access) => checkUnlocked(who, access, at),
  )
  const unlocked = (await hasLocksOfOthers(tx, who, live, at)) ? filesOf(live) : live
  const free = await withFreeNames(tx, unlocked, () => to.folderId)
  const depth = way.length + 1
  const deeper = free.filter(({ ancestors }) => depth > ancestors.length + 1)
  const fitting = new Set(await withinDepth(tx, deeper, () => depth))
  return {
    container,
    chosen: free.filter((access) => depth <= access.ancestors.length + 1 || fitting.has(access)),
  }
}

const filesOf = (found: readonly EntryAccess[]) => found.filter(({ entry }) => entry.kind === 'file')

/** Whether folders among the items have to be looked into for what others have locked there. */
async function hasLocksOfOthers(
  tx: Tx,
  who: PersonPrincipal,
  found: readonly EntryAccess[],
  at: Instant,
): Promise<boolean> {
  const folder = found.find(({ entry }) => entry.kind === 'folder')
  if (!folder) return false
  const lock = await findLockBelow(tx, { rootId: folder.root.id, id: 0, holder: holderOf(who) ?? 0, at })
  return lock !== undefined
}

/** Of several items that are to have the same name in a folder, the first. */
async function withFreeNames(
  tx: Tx,
  found: readonly EntryAccess[],
  folderOf: (access: EntryAccess) => ParentId,
): Promise<EntryAccess[]> {
  const free: EntryAccess[] = []
  for (const [parentId, some] of Map.groupBy(found, folderOf)) {
    const rootId = some[0]?.root.id
    if (rootId === undefined) continue
    const keys = some.map(({ entry }) => entry.name_key)
    const taken = await listTakenNames(tx, { rootId, parentId }, keys)
    for (const access of some) {
      const key = access.entry.name_key
      if (taken.has(key)) continue
      taken.add(key)
      free.push(access)
    }
  }
  return free
}

/** All, where all of their folders fit; else the files, and the folders one by one. */
async function withinDepth(
  tx: Tx,
  found: readonly EntryAccess[],
  depthOf: (access: EntryAccess) => number,
): Promise<EntryAccess[]> {
  const folders = found.filter(({ entry }) => entry.kind === 'folder')
  const [one] = folders
  if (!one) return [...found]
  const placed = folders.map((access) => ({ id: access.entry.id, depth: depthOf(access) }))
  const tooDeep = await isRefused(() => checkDepthBelow(tx, one.root, one.root.id, placed))
  return tooDeep ? filesOf(found) : [...found]
}
