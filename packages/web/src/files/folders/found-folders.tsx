import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Target } from '../../data/files/changes.ts'
import { search, wayOf } from '../../data/files/search.ts'
import type { Option } from '../../ui/options.tsx'
import { useSettled } from '../../ui/use-settled.ts'

const MOST = 30

interface FoundFolder extends Option {
  at: Target
}

/** Folders by part of their name, wherever they are; undefined until something is known. */
export function useFoundFolders(text: string): FoundFolder[] | undefined {
  const wanted = useSettled(text)
  const { data } = useQuery({
    queryKey: ['folders-named', wanted],
    queryFn: ({ signal }) =>
      search({ text: wanted, everywhere: true, kind: 'folder' }, { limit: MOST, signal }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return data?.results.map((item) => ({
    id: String(item.id),
    icon: 'folder',
    words: item.name,
    where: wayOf(item),
    at: { root: item.root_id, folder: item.id },
  }))
}
