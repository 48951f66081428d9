import { getRoot, type Permission, type RootRules } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'

/** What one is in a root: what one may do there, and what policies let one do. */
export interface Standing {
  name: string
  isTeam: boolean
  permissions: readonly Permission[]
  rules: RootRules | undefined
}

export const useStanding = (root: RootId) =>
  useQuery({
    queryKey: ['standing', root],
    queryFn: async ({ signal }): Promise<Standing> => {
      const params = {
        root_id: root,
        include_children: false,
        include_rules: true,
        include_permissions: true,
      }
      const { name, root_type, permissions = [], rules } = await call(getRoot, params, { signal })
      return { name, isTeam: root_type === 'share', permissions, rules }
    },
    staleTime: 60_000,
  })
