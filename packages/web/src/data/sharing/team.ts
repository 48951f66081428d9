import type { OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import { listPersonShares } from '@holdfast/api/sharing/reach'
import { getShareSubscribers, type Subscribers, updateShareSubscribers } from '@holdfast/api/sharing/shares'
import { useQuery } from '@tanstack/react-query'
import type { Lists } from '../../core/sharing/members.ts'
import { call } from '../service/api.ts'
import { queries } from '../service/queries.ts'
import { ownPersonId } from '../service/session.ts'

export interface Team {
  organizationId: OrganizationId
  lists: Subscribers
}

/** Who takes part in a team share, for those who look after it. */
export const useTeam = (root: RootId) =>
  useQuery({
    queryKey: ['team', root],
    queryFn: async ({ signal }): Promise<Team> => {
      const organizationId = await organizationOf(root, signal)
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

/** A root does not tell whose it is; the list of one's own shares does. */
async function organizationOf(root: RootId, signal: AbortSignal): Promise<OrganizationId> {
  for (let page = 1, last = 1; page <= last; page++) {
    const params = { person_id: ownPersonId() as PersonId, page, page_size: 100 }
    const { results, max_page } = await call(listPersonShares, params, { signal })
    const found = results.find((one) => one.root.id === root)
    if (found) return found.root.company_id
    last = max_page
  }
  throw new Error(`root ${root} is no team share of one's own`)
}

/**
 * Changes who takes part. The lists are read right before, so that what another did meanwhile stays; gives those that
 * were before, to set them back.
 */
export async function changeTeam(
  root: RootId,
  { organizationId }: Team,
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
