import type { OnTaken } from '@holdfast/api/files/file-tree'
import type { RootId } from '@holdfast/api/ids'
import { authorizeContainer, authorizeEntry, authorizeRoot } from '../../access/authorize.ts'
import type { EntryAddress } from '../../access/read-entry.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import { copyTree, SOURCE_CHANGED } from './copy-tree.ts'

const TRIES = 3

/** Puts a file or folder into another root: a copy there, and here an item that is deleted and keeps its history. */
export async function moveAcross(
  ctx: Ctx,
  who: Principal,
  from: EntryAddress,
  to: { rootId: RootId; folderId: ParentId },
  onTaken: OnTaken,
  name?: string,
): Promise<void> {
  for (const permission of ['FILE_READ', 'FILE_WRITE', 'FILE_DELETE'] as const)
    await authorizeRoot(ctx.db.read, who, from.rootId, permission)
  await authorizeRoot(ctx.db.read, who, to.rootId, 'FILE_WRITE')
  await authorizeEntry(ctx.db.read, who, from, 'FILE_WRITE')
  await authorizeContainer(ctx.db.read, who, to, 'FILE_WRITE')
  for (let n = 0; n < TRIES; n++) {
    const moved = await copyTree(ctx, { who, from, to, name, onTaken, move: true })
    if (moved !== SOURCE_CHANGED) return
  }
  fail('temporarily_unavailable', 'The folder kept changing while it was being moved. Try again later.')
}
