import type { OrganizationId, RootId } from '@holdfast/api/ids'
import { getShareSubscribers, type Subscribers, updateShareSubscribers } from '@holdfast/api/sharing/shares'
import { useQuery } from '@tanstack/react-query'
import type { Lists } from '../../core/sharing/members.ts'
import { call } from '../service/api.ts'
import { queries } from '../service/queries.ts'
import { ownerOf } from './owner.ts'

export interface Team {
  organizationId: OrganizationId
  lists: Subscribers
}

/** Who takes part in a team share, for those who look after it. */
export const useTeam = (root: RootId) =>
  useQuery({
    queryKey: ['team', root],
    queryFn: async ({ signal }): Promise<Team> => {
      const { id: organizationId } = await ownerOf(root, signal)
      return { organizationId, lists: await loadLists({ organizationId, root }, signal) }
    },
    staleTime: 0,
  })

const loadLists = (
  { organizationId, root }: { organizationId: OrganizationId; root: RootId },
  signal?: AbortSignal,
) =>
  call(
    getShareSubscribers,
    { organization_id: organizationId, root_id: root, include_names: true },
    signal && { signal },
  )

/**
 * Changes who takes part. The lists are read right before, so that what another did meanwhile stays; gives those that
 * were before, to set them back.
 */
export async function changeTeam(
  root: RootId,
  { organizationId }: Pick<Team, 'organizationId'>,
  change: (lists: Subscribers) => Lists,
): Promise<Subscribers> {
  const at = { organizationId, root }
  try {
    const before = await loadLists(at)
    await call(updateShareSubscribers, {
      organization_id: organizationId,
      root_id: root,
      ...change(before),
    })
    return before
  } finally {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['team', root] }),
      queries.invalidateQueries({ queryKey: ['reach', root] }),
    ])
  }
}
