import type { File } from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { authorizeEntry } from '../../access/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { ancestorViews, fileView, locksAbove, pathOf } from '../basics/view.ts'
import { visiblePart } from '../basics/visible-part.ts'

export async function getFile(
  ctx: Ctx,
  who: Principal,
  path: { rootId: RootId; fileId: EntryId },
  options: { include_ancestors: boolean; include_permissions: boolean; include_lock_info: boolean },
): Promise<File> {
  const { rootId, fileId: entryId } = path
  const file = visiblePart(
    await authorizeEntry(ctx.db.read, who, { rootId, entryId, kind: 'file' }, 'FILE_VIEW'),
  )
  const at = ctx.now()
  const shown = {
    at,
    above: locksAbove(file.root, file.ancestors, at),
    locks: options.include_lock_info,
    permissions: options.include_permissions ? file.permissions : undefined,
  }
  return {
    ...fileView(file.entry, pathOf(file.ancestors), file.deleted, shown),
    ...(options.include_ancestors && { ancestors: ancestorViews(file, at) }),
  }
}
