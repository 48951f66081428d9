import type { RootId } from '@holdfast/api/ids'
import { authorizeContainer } from '../../../access/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { Principal } from '../../../platform/principal.ts'
import { walkTree } from './walk-tree.ts'

/** Of more items nobody is told the size: a page is not to wait for it. */
const MOST_ITEMS = 1000

/** How many bytes the files of a folder have that a zip of it would hold; undefined where there are too many to look at. */
export async function findSizeBelow(
  ctx: Ctx,
  who: Principal,
  place: { rootId: RootId; folderId: ParentId },
): Promise<number | undefined> {
  const db = ctx.db.read
  const { root, parentId } = await authorizeContainer(db, who, place, 'FILE_READ')
  let [items, size] = [0, 0]
  for await (const { entry } of walkTree(db, root.id, parentId)) {
    if (++items > MOST_ITEMS) return undefined
    size += entry.size
  }
  return size
}
