import type { OnTaken } from '@holdfast/api/files/file-tree'
import type { File, Folder } from '@holdfast/api/files/files'
import type { Instant } from '@holdfast/api/time'
import { authorizeEntry, type EntryAccess } from '../../access/authorize.ts'
import type { EntryAddress } from '../../access/read-entry.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { type Ancestor, findByName } from '../../records/entries.ts'
import { failTaken } from '../../records/name-taken.ts'
import { checkExtension, checkNotAgents, nameKey } from '../../records/names.ts'
import { getFilePolicy } from '../../records/policy.ts'
import { returnSeq, takeSeq } from '../../records/roots.ts'
import { checkDepth, checkDepthBelow } from '../basics/check-depth.ts'
import { checkUnlocked } from '../basics/check-unlocked.ts'
import { freeName } from '../basics/free-name.ts'
import { makeFolder } from '../basics/make-folder.ts'
import { itemView, locksAbove, pathOf, plain } from '../basics/view.ts'
import { putBack } from './put-back.ts'

/**
 * Brings back a deleted file or folder, with all that went with it. Where folders above it are deleted too, live ones
 * of their names take their places: those that are there, or new ones. What else they held stays deleted.
 */
export async function restoreEntry(
  ctx: Ctx,
  who: Principal,
  path: EntryAddress,
  onTaken: OnTaken,
): Promise<File | Folder> {
  await authorizeEntry(ctx.db.read, who, path, 'FILE_WRITE')
  return ctx.db.write((tx) => restoreInTransaction(tx, who, path, onTaken, ctx.now()))
}

export async function restoreInTransaction(
  tx: Tx,
  who: Principal,
  path: EntryAddress,
  onTaken: OnTaken,
  at: Instant,
): Promise<File | Folder> {
  const firstSeq = await takeSeq(tx, path.rootId)
  const access = await authorizeEntry(tx, who, path, 'FILE_WRITE')
  const { root, entry: before, ancestors, deleted } = access
  if (!deleted) {
    await returnSeq(tx, root.id)
    return itemView(before, pathOf(ancestors), false, plain(at, locksAbove(root, ancestors, at)))
  }
  checkNotAgents(before.name, root)
  if (before.kind === 'file') checkExtension(before.name, (await getFilePolicy(tx, root)).excluded_extensions)
  const { folders, nextSeq } = await openWay(tx, who, access, firstSeq, at)
  const name =
    onTaken === 'rename' ? await freeName(tx, root.id, folders.at(-1)?.id ?? 0, before.name) : before.name
  if (before.kind === 'folder')
    await checkDepthBelow(tx, root, root.id, [{ id: before.id, depth: folders.length + 1 }])
  const entry = await putBack(tx, who, {
    before,
    from: ancestors,
    to: folders,
    name,
    seq: nextSeq,
    firstSeq,
    at,
  })
  const view = itemView(entry, pathOf(folders), false, plain(at, locksAbove(root, folders, at)))
  const was = `${pathOf(ancestors)}/${before.name}`
  const about = was === view.path ? {} : { about: was }
  await recordActivity(tx, who, 'item_restored', { root, path: view.path, ...about }, at)
  return view
}

/** Live folders of the names that lead to a deleted item, and the number of the change that comes after them. */
async function openWay(
  tx: Tx,
  who: Principal,
  { root, ancestors }: EntryAccess,
  firstSeq: number,
  at: Instant,
): Promise<{ folders: Ancestor[]; nextSeq: number }> {
  const cut = ancestors.findIndex(({ deleted_at }) => deleted_at !== null)
  const folders = cut === -1 ? [...ancestors] : ancestors.slice(0, cut)
  const missing = cut === -1 ? [] : ancestors.slice(cut)
  let seq = firstSeq
  checkUnlocked(who, { root, ancestors: folders }, at)
  for (const { name } of missing) {
    const parentId: ParentId = folders.at(-1)?.id ?? 0
    const place = { rootId: root.id, parentId, nameKey: nameKey(name) }
    const taken = await findByName(tx, place)
    if (taken?.kind === 'file') failTaken(place, `${pathOf(folders)}/${name} is now a file.`)
    if (taken) {
      folders.push(taken)
      checkUnlocked(who, { root, ancestors: folders }, at)
    } else {
      checkDepth(root, folders.length + 1)
      folders.push(await makeFolder(tx, who, { root, way: [...folders], name, seq, firstSeq, at }))
      seq = await takeSeq(tx, root.id)
    }
  }
  return { folders, nextSeq: seq }
}
