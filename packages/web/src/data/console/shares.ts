import type { OrganizationId, RootId } from '@holdfast/api/ids'
import { getShare, getShareSubscribers } from '@holdfast/api/sharing/shares'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { FRESH_MS } from './places.ts'

export const useShare = (organization_id: OrganizationId, root_id: RootId) =>
  useQuery({
    queryKey: ['console', 'share', organization_id, root_id],
    queryFn: () => call(getShare, { organization_id, root_id }),
    staleTime: FRESH_MS,
  })

/** Who is in a team share, also through groups. */
export const useShareMembers = (organization_id: OrganizationId, root_id: RootId) =>
  useQuery({
    queryKey: ['console', 'share members', organization_id, root_id],
    queryFn: () =>
      call(getShareSubscribers, {
        organization_id,
        root_id,
        include_from_group: true,
        include_names: true,
      }),
    staleTime: FRESH_MS,
  })
