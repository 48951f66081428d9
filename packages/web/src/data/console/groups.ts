import { tableGroups, tablePersons } from '@holdfast/api/accounts/account-tables'
import {
  createGroup,
  deleteGroup,
  getGroup,
  getGroupMembers,
  updateGroup,
  updateGroupMembers,
} from '@holdfast/api/accounts/groups'
import type { GroupId, OrganizationId, PersonId } from '@holdfast/api/ids'
import { tableShares } from '@holdfast/api/oversight/share-table'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { FRESH_MS } from './places.ts'
import { afterwards } from './table.ts'

export const useGroup = (id: number) =>
  useQuery({
    queryKey: ['console', 'group', id],
    queryFn: () => call(getGroup, { group_id: id as GroupId }),
    staleTime: FRESH_MS,
  })

export const useMembers = (id: GroupId) =>
  useQuery({
    queryKey: ['console', 'group members', id],
    queryFn: () => call(getGroupMembers, { group_id: id, include_names: true }),
    staleTime: FRESH_MS,
  })

/** The first team shares that a group is a member of, by name. */
export const useSharesOfGroup = (organization_id: OrganizationId, group: GroupId) =>
  useQuery({
    queryKey: ['console', 'group shares', organization_id, group],
    queryFn: ({ signal }) => call(tableShares, { organization_id, group }, { signal }),
    staleTime: FRESH_MS,
  })

export const addGroup = (company_id: OrganizationId, name: string) =>
  afterwards(call(createGroup, { company_id, name }))
export const renameGroup = (group_id: GroupId, name: string) =>
  afterwards(call(updateGroup, { group_id, name }))
export const removeGroup = (group_id: GroupId) => afterwards(call(deleteGroup, { group_id }))

/** Another list in place of the one that is kept: both are as they are now, not as they were when they were shown. */
export async function changeMembers(
  group_id: GroupId,
  change: (now: { members: readonly PersonId[]; member_groups: readonly GroupId[] }) => {
    members?: PersonId[]
    member_groups?: GroupId[]
  },
): Promise<void> {
  const now = await call(getGroupMembers, { group_id })
  await afterwards(call(updateGroupMembers, { group_id, ...change(now) }))
}

const FEW = 20

/** People, groups or team shares of an organization, by the beginning of a name. */
export const useFound = (kind: 'people' | 'groups' | 'shares', organization_id: OrganizationId, q: string) =>
  useQuery({
    queryKey: ['console', 'found', kind, organization_id, q],
    queryFn: async ({ signal }) => {
      const params = { organization_id, limit: FEW, ...(q && { q }) }
      const { results } =
        kind === 'people'
          ? await call(tablePersons, params, { signal })
          : kind === 'groups'
            ? await call(tableGroups, params, { signal })
            : await call(tableShares, params, { signal })
      return results.map((one) => ({
        id: one.id as number,
        name: one.name,
        email: 'email' in one ? one.email : undefined,
      }))
    },
    staleTime: FRESH_MS,
  })
