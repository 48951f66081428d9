import type { PersonId, SharelinkId } from '@holdfast/api/ids'
import { getSharelink, listPersonSharelinks } from '@holdfast/api/sharing/links'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { ownPersonId } from '../service/session.ts'

const PAGE_SIZE = 50

/** The links that one made, over all roots: also those that are over. */
export const useMadeLinks = (sort: 'created' | 'last_used' | 'times_downloaded' | 'expires') =>
  useInfiniteQuery({
    queryKey: ['links', 'made', sort],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(
        listPersonSharelinks,
        {
          person_id: ownPersonId() as PersonId,
          page: pageParam,
          page_size: PAGE_SIZE,
          sort_by: sort,
          sort_order: sort === 'expires' ? 'asc' : 'desc',
        },
        { signal },
      ),
    getNextPageParam: ({ page, max_page }) => (page < max_page ? page + 1 : undefined),
    staleTime: 0,
  })

/** One link by its id. */
export const useOneLink = (id: SharelinkId) =>
  useQuery({
    queryKey: ['links', 'one', id],
    queryFn: ({ signal }) =>
      call(getSharelink, { sharelink_id: String(id), include_subscribers: true }, { signal }),
    staleTime: 0,
  })
