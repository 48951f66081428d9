import { findPosition } from '@holdfast/api/files/file-positions'
import {
  type ChildItem,
  getFile,
  getFolder,
  getRoot,
  type Item,
  listFolderChildren,
  type Permission,
  type RootRules,
} from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { useQuery } from '@tanstack/react-query'
import type { FilesPlace } from '../../core/addresses/routes.ts'
import { type LoadPage, PAGE_SIZE } from '../../core/list/pages.ts'
import { t } from '../../messages/words.ts'
import { call } from '../service/api.ts'
import { isOwnRoot } from '../service/session.ts'

/** One step on the way to a folder. The top level of a root is folder 0. */
export interface Step {
  id: EntryId
  name: string
}

export interface OpenFolder {
  name: string
  way: readonly Step[]
  permissions: readonly Permission[]
  isDeleted: boolean
  /** The folder itself; the top level of a root is none. */
  item: Item | undefined
  isTeam: boolean
}

/** A folder, how one gets there, and what one may do in it. */
export const useFolder = (root: RootId | undefined, folder: EntryId | undefined) =>
  useQuery({
    queryKey: ['folder', root, folder],
    enabled: root !== undefined && folder !== undefined,
    queryFn: async ({ signal }): Promise<OpenFolder> => {
      const params = {
        root_id: root as RootId,
        folder_id: folder as EntryId,
        include_children: false,
        include_ancestors: true,
        include_permissions: true,
      }
      const found = await call(getFolder, params, { signal })
      const above = found.ancestors ?? []
      const way = [...above, found].map((step) => ({
        id: (step.type === 'root' ? 0 : step.id) as EntryId,
        name: step.type === 'root' && isOwnRoot(step.id) ? t.navigation.myFiles : step.name,
      }))
      return {
        name: way.at(-1)?.name ?? found.name,
        way,
        permissions: found.permissions ?? [],
        isDeleted: found.type === 'folder' && found.is_deleted,
        item: found.type === 'folder' ? found : undefined,
        isTeam: [...above, found].some((step) => step.type === 'root' && step.root_type === 'share'),
      }
    },
  })

/** What the policies of the owner of the data allow. */
export const useRules = (root: RootId, enabled = true) =>
  useQuery({
    enabled,
    queryKey: ['rules', root],
    queryFn: async ({ signal }): Promise<RootRules | undefined> =>
      (await call(getRoot, { root_id: root, include_children: false, include_rules: true }, { signal }))
        .rules,
  })

export const orderOf = ({ root, folder, sort, descending, deleted }: FilesPlace) => ({
  root_id: root,
  folder_id: folder,
  sort_by: sort,
  sort_order: descending ? ('desc' as const) : ('asc' as const),
  folders_first: true,
  include_deleted: deleted,
})

export const loadChildren =
  (place: FilesPlace): LoadPage<ChildItem> =>
  (page, signal) =>
    call(
      listFolderChildren,
      {
        ...orderOf(place),
        page,
        page_size: PAGE_SIZE,
        ...(place.asOf === undefined ? { include_more: true } : { as_of: place.asOf }),
      },
      { signal },
    )

/** The most that one request gives. */
export const MOST_IDS = 10_000

/** All items of a folder by type and id, without anything else about them. */
export async function* listIds(
  place: FilesPlace,
): AsyncGenerator<{ type: 'file' | 'folder'; id: EntryId }[]> {
  for (let page = 1, last = 1; page <= last; page++) {
    const { ids = [], max_page } = await call(listFolderChildren, {
      ...orderOf(place),
      ids_only: true,
      page,
      page_size: MOST_IDS,
    })
    last = max_page
    yield ids
  }
}

/** Where in the list something stands: by the beginning of its name, or by itself. */
export const positionOf = (place: FilesPlace, what: { name: string } | { entry_id: EntryId }) =>
  call(findPosition, { ...orderOf(place), ...what })

/** Wherever it is by now: the folder that it is in, and whether it is a file. */
export async function locate(root: RootId, entry: EntryId): Promise<{ folder: EntryId; isFile: boolean }> {
  const params = { root_id: root, include_ancestors: true }
  const item = await call(getFile, { ...params, file_id: entry }).catch(() =>
    call(getFolder, { ...params, folder_id: entry, include_children: false }),
  )
  const parent = item.ancestors?.at(-1)
  return { folder: (parent?.type === 'folder' ? parent.id : 0) as EntryId, isFile: item.type === 'file' }
}
