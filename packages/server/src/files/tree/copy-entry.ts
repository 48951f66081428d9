import type { OnTaken } from '@holdfast/api/files/file-tree'
import type { File, Folder } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import { authorizeContainer, authorizeEntry, authorizeRoot } from '../../access/authorize.ts'
import type { EntryAddress } from '../../access/read-entry.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import { checkedItemName } from '../../records/names.ts'
import { copyTree } from './copy-tree.ts'

/** Makes a new file or folder with the newest contents of another, which stays as it is. */
export async function copyEntry(
  ctx: Ctx,
  who: Principal,
  from: EntryAddress,
  {
    to,
    name: given,
    onTaken,
  }: { to: { rootId: RootId; folderId: ParentId }; name?: string | undefined; onTaken: OnTaken },
): Promise<File | Folder> {
  // Rights at both ends before anything is looked up: who may not copy there learns nothing about what is here.
  await authorizeRoot(ctx.db.read, who, from.rootId, 'FILE_READ')
  await authorizeRoot(ctx.db.read, who, to.rootId, 'FILE_WRITE')
  await authorizeEntry(ctx.db.read, who, from, 'FILE_READ')
  const { root } = await authorizeContainer(ctx.db.read, who, to, 'FILE_WRITE')
  const name = given === undefined ? undefined : checkedItemName(given, from.kind, root)
  return (await copyTree(ctx, { who, from, to, name, onTaken, move: false })) as File | Folder
}
