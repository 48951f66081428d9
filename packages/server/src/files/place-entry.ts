import type { EntryId, RootId } from '@holdfast/api/ids'
import { authorizeEntry, type EntryAccess } from '../access/authorize.ts'
import type { Principal } from '../access/principal.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Ctx } from '../context.ts'
import type { EntryKind, ParentId } from '../db/schema.ts'
import { fail } from '../errors.ts'
import { getPolicy } from '../organizations/policy.ts'
import { authorizeLiveContainer, containerPath } from './create-folder.ts'
import { checkExtension, checkedName, nameKey } from './names.ts'
import { returnSeq, takeSeq, touchContainer, updatePlace } from './queries.ts'
import { recordChange } from './record-change.ts'
import { pathOf } from './view.ts'

export interface EntryPath {
  rootId: RootId
  entryId: EntryId
  kind: EntryKind
}

/** Gives a file or folder another name. */
export async function renameEntry(ctx: Ctx, who: Principal, path: EntryPath, given: string): Promise<void> {
  const { root } = await authorizeEntry(ctx.db.read, who, path, 'FILE_WRITE')
  const name = checkedName(given, path.kind)
  if (path.kind === 'file')
    checkExtension(name, (await getPolicy(ctx.db.read, root.organization_id)).excluded_extensions)
  await placeEntry(ctx, who, path, ({ entry }) => ({ name, folderId: entry.parent_id }))
}

/** Puts a file or folder, with all below it, into another folder of its root. */
export async function moveEntry(
  ctx: Ctx,
  who: Principal,
  path: EntryPath,
  folderId: ParentId,
): Promise<void> {
  await authorizeEntry(ctx.db.read, who, path, 'FILE_WRITE')
  await placeEntry(ctx, who, path, ({ entry }) => ({ name: entry.name, folderId }))
}

/** One row changes, whatever lies below it. What stays where it is and as it is called changes nothing. */
async function placeEntry(
  ctx: Ctx,
  who: Principal,
  path: EntryPath,
  placeOf: (access: EntryAccess) => { name: string; folderId: ParentId },
): Promise<void> {
  const { rootId } = path
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const seq = await takeSeq(tx, rootId)
    const access = await authorizeEntry(tx, who, path, 'FILE_WRITE')
    const { entry: before, ancestors, root } = access
    if (access.deleted) fail('not_found', `The ${path.kind} was deleted.`)
    const { name, folderId } = placeOf(access)
    if (name === before.name && folderId === before.parent_id) return returnSeq(tx, rootId)
    const container = await authorizeLiveContainer(tx, who, { rootId, folderId })
    const into = container.folder ? [container.folder.entry, ...container.folder.ancestors] : []
    if (into.some(({ id }) => id === before.id))
      fail(
        'invalid_request',
        'Invalid value for parameter: to_folder_id (a folder cannot be put into itself)',
      )
    const entry = await updatePlace(tx, before.id, {
      name,
      name_key: nameKey(name),
      parent_id: folderId,
      seq,
    })
    const moved = folderId !== before.parent_id
    await touchContainer(tx, rootId, before.parent_id, { live: moved ? -1 : 0, deleted: 0 })
    if (moved) await touchContainer(tx, rootId, folderId, { live: 1, deleted: 0 })
    await recordChange(tx, who, { op: moved ? 'move' : 'rename', entry, before, at })
    const [from, to] = [`${pathOf(ancestors)}/${before.name}`, `${containerPath(container)}/${name}`]
    const kind = moved ? (`${path.kind}_moved` as const) : (`${path.kind}_renamed` as const)
    await recordActivity(tx, who, kind, { root, path: to, about: from }, at)
  })
}
