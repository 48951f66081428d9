import type { OrganizationId, RootId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { tableShares } from '@holdfast/api/oversight/share-table'
import { getRootReach } from '@holdfast/api/sharing/reach'
import {
  deleteShare,
  getShare,
  getShareSubscribers,
  type Subscribers,
  updateShare,
} from '@holdfast/api/sharing/shares'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Lists } from '../../core/sharing/members.ts'
import { call } from '../service/api.ts'
import { changeTeam } from '../sharing/team.ts'
import { FRESH_MS } from './places.ts'
import { afterwards } from './table.ts'

export const useShare = (organization_id: OrganizationId, root_id: RootId) =>
  useQuery({
    queryKey: ['console', 'share', organization_id, root_id],
    queryFn: () => call(getShare, { organization_id, root_id }),
    staleTime: FRESH_MS,
  })

/** A team share as lists have it; null where there is none in the organization. */
export const useShareRow = (organization_id: OrganizationId, root: RootId) =>
  useQuery({
    queryKey: ['console', 'share row', organization_id, root],
    queryFn: async ({ signal }) =>
      (await call(tableShares, { organization_id, root }, { signal })).results[0] ?? null,
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

/** Gives the lists as they were, to set them back. */
export const changeShareMembers = (
  organizationId: OrganizationId,
  root: RootId,
  change: (lists: Subscribers) => Lists,
): Promise<Subscribers> => afterwards(changeTeam(root, { organizationId }, change))

/** Who can open a team share, and by which ways. */
export const useShareReach = (root_id: RootId) =>
  useInfiniteQuery({
    queryKey: ['console', 'share reach', root_id],
    queryFn: ({ pageParam, signal }) =>
      call(getRootReach, { root_id, page: pageParam, page_size: 100 }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, max_page }) => (page < max_page ? page + 1 : undefined),
    staleTime: FRESH_MS,
  })

type Changes = Omit<ParamsOf<typeof updateShare>, 'organization_id' | 'root_id'>

export const changeShare = (organization_id: OrganizationId, root_id: RootId, changes: Changes) =>
  afterwards(call(updateShare, { organization_id, root_id, ...changes }))
export const removeShare = (organization_id: OrganizationId, root_id: RootId, remove_files: boolean) =>
  afterwards(call(deleteShare, { organization_id, root_id, remove_files }))
