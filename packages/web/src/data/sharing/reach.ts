import type { PersonId } from '@holdfast/api/ids'
import { getFileReach, getFolderReach } from '@holdfast/api/sharing/reach'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { SharedItem } from '../../core/sharing/item.ts'
import { call } from '../service/api.ts'

const PAGE_SIZE = 100

function loadReach(
  { type, root, id }: SharedItem,
  asked: { page: number; person_id?: PersonId },
  signal: AbortSignal,
) {
  const params = { root_id: root, page_size: PAGE_SIZE, ...asked }
  return type === 'file'
    ? call(getFileReach, { ...params, file_id: id }, { signal })
    : call(getFolderReach, { ...params, folder_id: id }, { signal })
}

/** Who comes to an item and why, for those who manage it: page by page. */
export const useReach = (item: SharedItem, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: ['reach', item.root, item.type, item.id],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => loadReach(item, { page: pageParam }, signal),
    getNextPageParam: ({ page, max_page }) => (page < max_page ? page + 1 : undefined),
    enabled,
    staleTime: 0,
  })

/** The same for one person, however many others there are. */
export const useReachOf = (item: SharedItem, person: PersonId | undefined) =>
  useQuery({
    queryKey: ['reach', item.root, item.type, item.id, person],
    queryFn: ({ signal }) => loadReach(item, { page: 1, ...(person && { person_id: person }) }, signal),
    enabled: person !== undefined,
    staleTime: 0,
  })
