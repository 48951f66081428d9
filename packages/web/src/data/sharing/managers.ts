import { getRoot } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'

/** Who looks after a team share, by name; nobody where they are not to be found. */
export const useManagers = (root: RootId): readonly string[] | undefined =>
  useQuery({
    queryKey: ['managers', root],
    queryFn: async ({ signal }) => {
      const params = { root_id: root, include_children: false, include_managers: true }
      const { managers = [] } = await call(getRoot, params, { signal })
      return managers.map(({ name }) => name)
    },
    staleTime: 60_000,
  }).data
