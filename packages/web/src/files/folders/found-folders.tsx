import type { EntryId, RootId } from '@holdfast/api/ids'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { search, wayOf } from '../../data/files/search.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { useSettled } from '../../ui/use-settled.ts'

const MOST = 30

interface FoundFoldersProps {
  text: string
  onGo: (at: { root: RootId; folder: EntryId }) => void
}

/** Folders by part of their name, wherever they are. */
export function FoundFolders({ text, onGo }: FoundFoldersProps) {
  const wanted = useSettled(text)
  const { data } = useQuery({
    queryKey: ['folders-named', wanted],
    queryFn: ({ signal }) =>
      search({ text: wanted, everywhere: true, kind: 'folder' }, { limit: MOST, signal }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <ul className="pick-list" aria-label={t.find.hits}>
      {data?.results.map((item) => (
        <li key={item.id}>
          <button type="button" onClick={() => onGo({ root: item.root_id, folder: item.id })}>
            <Icon name="folder" />
            <span>
              <bdi>{shownName(item.name)}</bdi> <small className="soft">{wayOf(item)}</small>
            </span>
          </button>
        </li>
      ))}
      {data?.results.length === 0 && <li className="soft pick-none">{t.find.nothing(wanted)}</li>}
    </ul>
  )
}
