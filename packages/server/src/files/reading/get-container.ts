import { createHash } from 'node:crypto'
import type { Folder, LockView, Root } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { authorizeContainer, type ContainerAccess } from '../../access/authorize.ts'
import { namingBackups } from '../../access/machines.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import { lastLockEnd } from '../../records/locks.ts'
import { containerPath, foldersOf } from '../basics/authorize-change.ts'
import { ancestorViews, folderView, locksAbove, pathOf, rootView, type Shown } from '../basics/view.ts'
import { visibleContainer } from '../basics/visible-part.ts'
import { getRootRules } from './get-root-rules.ts'
import { itemWriter, type ListedIn } from './item-text.ts'
import { listManagers } from './list-managers.ts'
import { BEGINNING, type ChildRow, type Listed, listBatch, type Position } from './queries.ts'
import { signature } from './signature.ts'

export interface ContainerOptions {
  include_ancestors: boolean
  include_children: boolean
  include_deleted: boolean
  include_lock_info: boolean
  include_permissions: boolean
  /** Of the root itself: what its organization lets the caller do there. */
  include_rules?: boolean
  /** Of a team share: whom to ask about it. */
  include_managers?: boolean
  /** Hashes of answers the caller still holds. */
  known: readonly string[]
}

export interface ContainerAnswer {
  head: Root | Folder
  /** Its items as JSON, by name, a batch at a time; absent unless asked for. */
  children?: AsyncGenerator<Buffer>
}

export const NOT_MODIFIED = Symbol('not modified')

/** A root or folder with its items, or NOT_MODIFIED when the caller already holds this very answer. */
export async function getContainer(
  ctx: Ctx,
  who: Principal,
  path: { rootId: RootId; folderId: ParentId },
  options: ContainerOptions,
): Promise<ContainerAnswer | typeof NOT_MODIFIED> {
  const db = ctx.db.read
  const found = visibleContainer(await authorizeContainer(db, who, path, 'FOLDER_VIEW'))
  const [root = found.root] = await namingBackups(db, who, [found.root])
  const container = { ...found, root }
  const at = ctx.now()
  const head = {
    ...headOf(container, options, at),
    ...(options.include_rules && { rules: await getRootRules(db, who, container) }),
    ...(options.include_managers && { managers: await listManagers(db, who, container.root) }),
  }
  // Spec, Folder methods: `hash` counts only when children are included.
  if (!options.include_children) return { head }
  // Before any item is read: newer items under an older hash are fetched once more, older ones would stay for ever.
  const write = itemWriter(listedIn(container), shownBelow(container, options, at))
  const read = () => readChildren(ctx, container, listedBy(container, options), write)
  const changes = container.permissions.has('FILE_VIEW')
    ? await changesAmongChildren(db, container, head.is_locked, options, at)
    : [await digestOf(read())]
  const hash = signature(head, changes)
  if (options.known.includes(hash)) return NOT_MODIFIED
  return { head: { ...head, hash }, children: read() }
}

/** The numbers that count changes tell of files, too. Folders are few, so that all of them can be read. */
async function digestOf(items: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha1')
  for await (const batch of items) hash.update(batch)
  return hash.digest('hex')
}

/** Which items of a folder someone is shown. */
export const listedBy = (container: ContainerAccess, options: { include_deleted: boolean }): Listed => ({
  includeDeleted: showsDeleted(container, options),
  foldersOnly: !container.permissions.has('FILE_VIEW'),
})

/** Most folders are read at once. Of a long one little is held at a time, since many may be read by slow clients. */
const FIRST_BATCH = 1024
const BATCH = 64

async function* readChildren(
  ctx: Ctx,
  container: ContainerAccess,
  listed: Listed,
  write: (rows: readonly ChildRow[]) => Buffer,
): AsyncGenerator<Buffer> {
  const place = { rootId: container.root.id, parentId: container.parentId }
  const { live_children, deleted_children } = container.folder?.entry ?? container.root
  const count = live_children + deleted_children
  /** Keeps no rows while their text is on its way. */
  const readBatch = async (after: Position) => {
    const size = after === BEGINNING && count <= FIRST_BATCH ? FIRST_BATCH : BATCH
    const rows = await listBatch(ctx.db.read, place, listed, after, size)
    const last = rows.at(-1)
    const next = rows.length === size && last ? { name_key: last.name_key, id: last.id } : undefined
    return { items: write(rows), next }
  }
  for (let after: Position | undefined = BEGINNING; after; ) {
    const { items, next }: Awaited<ReturnType<typeof readBatch>> = await readBatch(after)
    if (items.length > 0) yield items
    after = next
  }
}

/** Items of a deleted folder are deleted with it: without them it would always be empty. */
export const showsDeleted = ({ folder }: ContainerAccess, options: { include_deleted: boolean }): boolean =>
  options.include_deleted || (folder?.deleted ?? false)

/**
 * Numbers that change exactly when the items of an answer do. Locks end without anything being written: the moment
 * the newest one ended stands for that.
 */
async function changesAmongChildren(
  db: Db,
  container: ContainerAccess,
  isLocked: boolean,
  options: ContainerOptions,
  at: Instant,
): Promise<unknown[]> {
  const row = container.folder?.entry ?? container.root
  const deleted = showsDeleted(container, options)
  const items = deleted ? row.children_ver : row.live_ver
  // Below a lock all items are locked, whatever their own locks do.
  if (isLocked && !options.include_lock_info) return [deleted, items]
  const locks = options.include_lock_info ? row.locks_ver : row.locked_ver
  return [deleted, items, locks, await lastLockEnd(db, container.root.id, container.parentId, at)]
}

type Optional = Pick<ContainerOptions, 'include_lock_info' | 'include_permissions'>

const shownIn = (
  { permissions }: ContainerAccess,
  options: Optional,
  at: Instant,
  above: readonly LockView[],
): Shown => ({
  locks: options.include_lock_info,
  permissions: options.include_permissions ? permissions : undefined,
  at,
  above,
})

/** How the items of a container are shown: under the locks on it and above it. */
export const shownBelow = (container: ContainerAccess, options: Optional, at: Instant): Shown =>
  shownIn(container, options, at, locksAbove(container.root, foldersOf(container), at))

function headOf(container: ContainerAccess, options: ContainerOptions, at: Instant): Root | Folder {
  const { root, folder } = container
  if (!folder)
    return {
      ...rootView(root, shownIn(container, options, at, [])),
      ...(options.include_ancestors && { ancestors: [] }),
    }
  const shown = shownIn(container, options, at, locksAbove(root, folder.ancestors, at))
  return {
    ...folderView(folder.entry, pathOf(folder.ancestors), folder.deleted, shown),
    ...(options.include_ancestors && { ancestors: ancestorViews(folder, at) }),
  }
}

export const listedIn = (container: ContainerAccess): ListedIn => ({
  path: containerPath(container),
  deleted: container.folder?.deleted ?? false,
})
