import type { Folder } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import { authorizeContainer, type ContainerAccess } from '../../access/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findByName } from '../../records/entries.ts'
import { checkedItemName, nameKey } from '../../records/names.ts'
import { takeSeq } from '../../records/roots.ts'
import { authorizeLiveContainer, containerPath, foldersOf } from '../basics/authorize-change.ts'
import { checkDepth } from '../basics/check-depth.ts'
import { freeName } from '../basics/free-name.ts'
import { makeFolder } from '../basics/make-folder.ts'
import { folderView, locksAbove, plain } from '../basics/view.ts'
import { visibleContainer } from '../basics/visible-part.ts'

export async function createFolder(
  ctx: Ctx,
  who: Principal,
  path: { rootId: RootId; folderId: ParentId },
  given: string,
): Promise<Folder> {
  // Rights before names: who may not write here learns nothing about what a name would do.
  const reached = await authorizeContainer(ctx.db.read, who, path, 'FILE_ADD')
  const wanted = checkedItemName(given, 'folder', reached.root)
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const seq = await takeSeq(tx, path.rootId)
    const container = await authorizeLiveContainer(tx, who, path, 'FILE_ADD', at)
    const { root } = container
    const way = foldersOf(container)
    checkDepth(root, way.length + 1)
    const name = await nameIn(tx, container, wanted)
    const entry = await makeFolder(tx, who, { root, way, name, seq, at })
    await recordActivity(tx, who, 'folder_created', { root, path: `${containerPath(container)}/${name}` }, at)
    const seen = visibleContainer(container)
    return folderView(
      entry,
      containerPath(seen),
      false,
      plain(at, locksAbove(seen.root, foldersOf(seen), at)),
    )
  })
}

/** A file that someone cannot see is not in its way. */
export async function nameIn(
  tx: Tx,
  { root, parentId, permissions }: ContainerAccess,
  name: string,
): Promise<string> {
  if (permissions.has('FILE_VIEW')) return name
  const taken = await findByName(tx, { rootId: root.id, parentId, nameKey: nameKey(name) })
  return taken?.kind === 'file' ? freeName(tx, root.id, parentId, name) : name
}
