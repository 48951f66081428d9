import type { OnTaken } from '@holdfast/api/files/file-tree'
import type { Instant } from '@holdfast/api/time'
import { authorizeEntry, type EntryAccess } from '../../access/authorize.ts'
import type { EntryAddress } from '../../access/read-entry.ts'
import { refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { updatePlace } from '../../records/entries.ts'
import { checkExtension, checkedItemName, nameKey } from '../../records/names.ts'
import { getFilePolicy } from '../../records/policy.ts'
import { returnSeq, takeSeq } from '../../records/roots.ts'
import { sizeInTree, touchContainer, touchContainers } from '../../records/touch-folders.ts'
import {
  authorizeChange,
  authorizeLiveContainer,
  containerPath,
  foldersOf,
} from '../basics/authorize-change.ts'
import { checkDepthBelow } from '../basics/check-depth.ts'
import { checkUnlockedBelow } from '../basics/check-unlocked.ts'
import { freeName } from '../basics/free-name.ts'
import { lastDeletion } from '../basics/last-deletion.ts'
import { recordChange } from '../basics/record-change.ts'
import { pathOf } from '../basics/view.ts'

/** Gives a file or folder another name. */
export async function renameEntry(
  ctx: Ctx,
  who: Principal,
  path: EntryAddress,
  given: string,
): Promise<void> {
  const { root } = await authorizeEntry(ctx.db.read, who, path, 'FILE_WRITE')
  const name = checkedItemName(given, path.kind, root)
  if (path.kind === 'file') checkExtension(name, (await getFilePolicy(ctx.db.read, root)).excluded_extensions)
  await placeEntry(ctx, who, path, ({ entry }) => ({ name, folderId: entry.parent_id }))
}

/** Puts a file or folder, with all below it, into another folder of its root. */
export async function moveEntry(
  ctx: Ctx,
  who: Principal,
  path: EntryAddress,
  folderId: ParentId,
  onTaken: OnTaken,
): Promise<void> {
  await authorizeEntry(ctx.db.read, who, path, 'FILE_WRITE')
  await placeEntry(ctx, who, path, movedTo(folderId, onTaken))
}

/** The same name in another folder; a free one like it where that is taken and may be. */
export const movedTo =
  (folderId: ParentId, onTaken: OnTaken): PlaceOf =>
  async ({ entry }, tx) => {
    const { name, parent_id, root_id } = entry
    const isFree = onTaken === 'error' || folderId === parent_id
    return { name: isFree ? name : await freeName(tx, root_id, folderId, name), folderId }
  }

/** Where an item is to be. */
export interface NewPlace {
  name: string
  folderId: ParentId
  clientOp?: string | undefined
  meta?: string | undefined
  /** It is part of something that is put on record as a whole. */
  isQuiet?: boolean
}

/** Is asked when the root's row is held. */
type PlaceOf = (access: EntryAccess, tx: Tx) => NewPlace | Promise<NewPlace>

const placeEntry = (ctx: Ctx, who: Principal, path: EntryAddress, placeOf: PlaceOf): Promise<void> =>
  ctx.db.write((tx) => placeInTransaction(tx, who, path, placeOf, ctx.now()))

/** One row changes, whatever is below it. What stays where it is and as it is called changes nothing. */
export async function placeInTransaction(
  tx: Tx,
  who: Principal,
  path: EntryAddress,
  placeOf: PlaceOf,
  at: Instant,
): Promise<void> {
  const { rootId } = path
  const seq = await takeSeq(tx, rootId)
  const access = await authorizeChange(tx, who, path, 'FILE_WRITE', at)
  const { entry: before, ancestors, root } = access
  const { name, folderId, clientOp, meta, isQuiet = false } = await placeOf(access, tx)
  const same = name === before.name && folderId === before.parent_id
  if (same && (meta === undefined || meta === before.meta)) return returnSeq(tx, rootId)
  // Anyone who holds a lock has the item open under the path it had then.
  await checkUnlockedBelow(tx, who, access, at)
  const container = await authorizeLiveContainer(tx, who, { rootId, folderId }, 'FILE_WRITE', at)
  if (foldersOf(container).some(({ id }) => id === before.id))
    refuse('to_folder_id', 'a folder cannot be moved into itself')
  const moved = folderId !== before.parent_id
  const depth = foldersOf(container).length + 1
  // What ends up no deeper than before is nobody's matter: so trees that are too deep can be taken apart.
  if (before.kind === 'folder' && depth > ancestors.length + 1)
    await checkDepthBelow(tx, root, rootId, [{ id: before.id, depth }])
  const entry = await updatePlace(tx, rootId, before.id, {
    name,
    name_key: nameKey(name),
    parent_id: folderId,
    changed_at: at,
    deletion_at: moved ? lastDeletion(before, ancestors) : before.deletion_at,
    seq,
    ...(meta !== undefined && { meta }),
  })
  if (moved) {
    const size = sizeInTree(tx, before)
    await touchContainers(tx, rootId, [
      { way: ancestors, live: -1, deleted: 0, seq, size: -size },
      { way: foldersOf(container), live: 1, deleted: 0, seq, size },
    ])
  } else await touchContainer(tx, rootId, { way: ancestors, live: 0, deleted: 0, seq, size: 0 })
  await recordChange(tx, who, { op: moved ? 'move' : 'rename', entry, before, at, clientOp })
  if (isQuiet) return
  const [from, to] = [`${pathOf(ancestors)}/${before.name}`, `${containerPath(container)}/${name}`]
  const kind = moved ? (`${path.kind}_moved` as const) : (`${path.kind}_renamed` as const)
  await recordActivity(tx, who, kind, { root, path: to, about: from }, at)
}
