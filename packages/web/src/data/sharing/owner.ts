import { getOrganization, getOrganizationRoot } from '@holdfast/api/accounts/organizations'
import type { OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import { listPersonShares } from '@holdfast/api/sharing/reach'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { ownOrganizationId, ownPersonId } from '../service/session.ts'

/** An organization that a team share belongs to. */
export interface Owner {
  id: OrganizationId
  name: string
}

/** A root does not tell whose it is; the list of one's own shares does, and what one administers. */
export async function ownerOf(root: RootId, signal: AbortSignal): Promise<Owner> {
  for (let page = 1, last = 1; page <= last; page++) {
    const params = { person_id: ownPersonId() as PersonId, page, page_size: 100 }
    const { results, max_page } = await call(listPersonShares, params, { signal })
    const found = results.find((one) => one.root.id === root)
    if (found) return { id: found.root.company_id, name: found.company_name }
    last = max_page
  }
  const administered = { organization_id: ownOrganizationId() as OrganizationId, root_id: root }
  const { company_id: id } = await call(getOrganizationRoot, administered, { signal })
  const { name } = await call(getOrganization, { organization_id: String(id) }, { signal })
  return { id, name }
}

export const useOwner = (root: RootId): Owner | undefined =>
  useQuery({
    queryKey: ['owner', root],
    queryFn: ({ signal }) => ownerOf(root, signal),
    enabled: ownPersonId() !== undefined,
    staleTime: 60_000,
  }).data
