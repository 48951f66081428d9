import {
  type Action,
  getOrganizationMay,
  type OrganizationMay,
  type OrganizationState,
} from '@holdfast/api/accounts/organization-may'
import { getOrganizationTree } from '@holdfast/api/accounts/organization-tree'
import type { OrganizationId } from '@holdfast/api/ids'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { keep, useKept } from '../../platform/folds.ts'
import { call } from '../service/api.ts'
import { ownAccount } from '../service/session.ts'

/** What one sees in lists may be half a minute old; other administrators are at work, too. */
export const FRESH_MS = 30_000

/** An organization, and what may be done there. */
export const usePlace = (organization: OrganizationId | undefined) =>
  useQuery({
    queryKey: ['console', 'may', organization],
    queryFn: () => call(getOrganizationMay, { organization_id: organization as OrganizationId }),
    enabled: organization !== undefined,
    staleTime: FRESH_MS,
  })

export const may = (place: Pick<OrganizationMay, 'may'> | undefined, action: Action): boolean =>
  place?.may.includes(action) === true

/** An organization of the tree, as it is shown to choose. */
export interface Listed {
  id: OrganizationId
  name: string
  names_above: readonly string[]
  state: OrganizationState
  children: number
}

/** Those directly below one, or those that are found. */
export const useBelow = (top: OrganizationId, { parent, q }: { parent?: OrganizationId; q?: string }) =>
  useInfiniteQuery({
    queryKey: ['console', 'tree', top, parent, q],
    queryFn: ({ pageParam, signal }) =>
      call(
        getOrganizationTree,
        {
          organization_id: top,
          ...(parent && { parent_id: parent }),
          ...(q && { q }),
          ...(pageParam && { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    staleTime: FRESH_MS,
  })

const RECENT = 5
const keyOf = (what: string): string => `console ${what} ${ownAccount()}`

/** Where one was last, the newest first. */
export function useRecent(): readonly Pick<Listed, 'id' | 'name'>[] {
  const kept = useKept(keyOf('recent'))
  try {
    return JSON.parse(kept ?? '[]')
  } catch {
    return []
  }
}

export function noteVisited(
  visited: Pick<Listed, 'id' | 'name'>,
  recent: readonly Pick<Listed, 'id' | 'name'>[],
): void {
  if (recent[0]?.id === visited.id && recent[0].name === visited.name) return
  const { id, name } = visited
  const rest = recent.filter((one) => one.id !== id)
  keep(keyOf('recent'), JSON.stringify([{ id, name }, ...rest].slice(0, RECENT)))
}

/** Whether lists begin with what is below, where anything is: as last chosen. */
export const useWithBelow = (): boolean => useKept(keyOf('below')) !== 'no'
export const keepWithBelow = (below: boolean): void => keep(keyOf('below'), below ? '' : 'no')
