import type { SharelinkId } from '@holdfast/api/ids'
import { getSharelink } from '@holdfast/api/sharing/links'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { FRESH_MS } from './places.ts'

/** A link with those that it is shared with. */
export const useLinkAccess = (id: SharelinkId) =>
  useQuery({
    queryKey: ['console', 'link', id],
    queryFn: ({ signal }) =>
      call(getSharelink, { sharelink_id: String(id), include_subscribers: true }, { signal }),
    staleTime: FRESH_MS,
  })
