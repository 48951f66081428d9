import type { BulkAction } from '@holdfast/api/files/file-bulk'
import type { Permission } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import type { Db } from '../platform/db/database.ts'
import type { PersonPrincipal } from '../platform/principal.ts'
import type { RootRow } from '../records/roots.ts'
import { authorizeRoot, authorizeUnlock } from './authorize.ts'
import { authorizeRemovals } from './retention.ts'

/** What is needed where the items are; what each asks for beside that is reported item by item. */
const NEEDED: Record<
  Exclude<BulkAction, 'purge' | 'unlock'>,
  { here: Permission[]; elsewhere: Permission[] }
> = {
  delete: { here: ['FILE_DELETE'], elsewhere: [] },
  restore: { here: ['FILE_WRITE'], elsewhere: [] },
  lock: { here: ['FILE_LOCK'], elsewhere: [] },
  copy: { here: ['FILE_READ'], elsewhere: ['FILE_WRITE'] },
  move: { here: ['FILE_WRITE'], elsewhere: ['FILE_WRITE'] },
}

/** Something that is to be done with many items of a root. If the caller may not do it with any of them, that is refused at once. */
export async function authorizeBulk(
  db: Db,
  who: PersonPrincipal,
  action: BulkAction,
  { rootId, toRootId }: { rootId: RootId; toRootId: RootId },
): Promise<{ root: RootRow; target: RootRow }> {
  const { root } =
    action === 'unlock'
      ? await authorizeUnlock(db, who, { rootId, kind: 'root' })
      : action === 'purge'
        ? await authorizeRemovals(db, who, rootId, 'purge')
        : await authorizeAll(db, who, rootId, NEEDED[action].here)
  if (toRootId === rootId && action !== 'copy') return { root, target: root }
  const away: Permission[] = action === 'move' ? ['FILE_READ', 'FILE_DELETE'] : []
  for (const permission of away) await authorizeRoot(db, who, rootId, permission)
  const there = action === 'move' || action === 'copy' ? NEEDED[action].elsewhere : []
  const { root: target } = there.length > 0 ? await authorizeAll(db, who, toRootId, there) : { root }
  return { root, target }
}

async function authorizeAll(
  db: Db,
  who: PersonPrincipal,
  rootId: RootId,
  permissions: readonly Permission[],
) {
  const [first = 'FILE_VIEW', ...others] = permissions
  const access = await authorizeRoot(db, who, rootId, first)
  for (const permission of others) await authorizeRoot(db, who, rootId, permission)
  return access
}
