import type { EntryId, RootId } from '@holdfast/api/ids'
import { getFileSafety, getFolderSafety } from '@holdfast/api/oversight/safety'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'

interface Which {
  type: 'file' | 'folder'
  id: EntryId
  ver?: number
}

/** What the service knows about how safe an item is, now. */
export const useSafety = (root_id: RootId, { type, id, ver }: Which) =>
  useQuery({
    queryKey: ['safety', root_id, type, id, ver],
    queryFn: ({ signal }) =>
      type === 'file'
        ? call(getFileSafety, { root_id, file_id: id }, { signal })
        : call(getFolderSafety, { root_id, folder_id: id }, { signal }),
    staleTime: 0,
  })
