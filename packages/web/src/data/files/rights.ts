import { getRoot, type Permission, type RootRules } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import { useQueries } from '@tanstack/react-query'
import { call } from '../service/api.ts'

export interface Rights {
  permissions: readonly Permission[]
  rules: RootRules | undefined
}

/** Whether one may change and delete what is there. */
export const mayChangeBy = ({ permissions }: Rights): boolean =>
  permissions.includes('FILE_WRITE') && permissions.includes('FILE_DELETE')

/** What one may do in each of some roots; nothing where that is not known yet. */
export function useRights(roots: readonly RootId[]): (root: RootId) => Rights {
  const found = useQueries({
    queries: roots.map((root_id) => ({
      queryKey: ['rights', root_id],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Rights> => {
        const params = { root_id, include_children: false, include_rules: true, include_permissions: true }
        const { permissions = [], rules } = await call(getRoot, params, { signal })
        return { permissions, rules }
      },
    })),
  })
  return (root) => found[roots.indexOf(root)]?.data ?? { permissions: [], rules: undefined }
}
