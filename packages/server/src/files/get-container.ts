import type { Folder, Root } from '@holdfast/api/files'
import type { RootId } from '@holdfast/api/ids'
import { authorizeContainer, type ContainerAccess } from '../access/authorize.ts'
import type { Principal } from '../access/principal.ts'
import type { Ctx } from '../context.ts'
import type { ParentId } from '../db/schema.ts'
import { type EntryRow, listChildren } from './queries.ts'
import { signature } from './signature.ts'
import { ancestorViews, folderView, itemView, pathOf, rootView, type Shown } from './view.ts'

export interface ContainerOptions {
  include_ancestors: boolean
  include_children: boolean
  include_deleted: boolean
  include_lock_info: boolean
  include_permissions: boolean
  /** Hashes of answers the caller still holds. */
  known: readonly string[]
}

export const NOT_MODIFIED = Symbol('not modified')

/** A root or folder with its items, or NOT_MODIFIED when the caller already holds this very answer. */
export async function getContainer(
  ctx: Ctx,
  who: Principal,
  path: { rootId: RootId; folderId: ParentId },
  options: ContainerOptions,
): Promise<Root | Folder | typeof NOT_MODIFIED> {
  const db = ctx.db.read
  const container = await authorizeContainer(db, who, path, 'FILE_VIEW')
  const shown = shownOf(container, options)
  const head = headOf(container, shown, options.include_ancestors)
  // Spec, Folder methods: `hash` counts only when children are included.
  if (!options.include_children) return head
  const { children_ver } = container.folder?.entry ?? container.root
  const hash = signature(head, children_ver, options.include_deleted)
  if (options.known.includes(hash)) return NOT_MODIFIED
  const rows = await listChildren(db, path.rootId, container.parentId, {
    sortBy: 'name',
    sortOrder: 'asc',
    includeDeleted: options.include_deleted || (container.folder?.deleted ?? false),
  })
  return { ...head, hash, children: childViews(container, rows, shown) }
}

export const shownOf = (
  container: ContainerAccess,
  options: Pick<ContainerOptions, 'include_lock_info' | 'include_permissions'>,
): Shown => ({
  locks: options.include_lock_info,
  permissions: options.include_permissions ? container.permissions : undefined,
})

function headOf(container: ContainerAccess, shown: Shown, includeAncestors: boolean): Root | Folder {
  const { root, folder } = container
  if (!folder) return { ...rootView(root, shown), ...(includeAncestors && { ancestors: [] }) }
  return {
    ...folderView(folder.entry, pathOf(folder.ancestors), folder.deleted, shown),
    ...(includeAncestors && { ancestors: ancestorViews(folder) }),
  }
}

/** Items of a deleted folder are deleted with it, whatever their own rows say. */
export function childViews({ folder }: ContainerAccess, rows: readonly EntryRow[], shown: Shown) {
  const path = folder ? `${pathOf(folder.ancestors)}/${folder.entry.name}` : ''
  const withParent = folder?.deleted ?? false
  return rows.map((row) => itemView(row, path, withParent || row.deleted_at !== null, shown))
}
