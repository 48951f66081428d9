import { useState } from 'react'
import { useLocation } from 'wouter'
import { addressOfSearch, type SearchPlace } from '../../core/addresses/search-address.ts'
import { useFolder } from '../../data/files/folder.ts'
import { useHits } from '../../data/files/search.ts'
import type { Session } from '../../data/service/session.ts'
import { FoundList } from '../../files/found/found-list.tsx'
import { FoundWaiting } from '../../files/found/found-waiting.tsx'
import { SearchField } from '../../files/found/search-field.tsx'
import { formatCount, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Chips } from './chips.tsx'
import { filtersIn } from './filters.ts'
import './search.css'

interface SearchScreenProps {
  session: Session
  place: SearchPlace
}

/** Files and folders by part of their name: in one folder first, then everywhere. */
export function SearchScreen({ session, place }: SearchScreenProps) {
  const [, navigate] = useLocation()
  const hits = useHits(place)
  const here = useFolder(place.at?.root, place.at?.folder)
  const hereName = place.at && here.data && shownName(here.data.name)
  // A person's name is not in the address.
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  const go = (next: Partial<SearchPlace>) =>
    navigate(addressOfSearch({ ...place, ...next }), { replace: true })
  const text = place.text.trim()
  const found = hits.data?.pages.flatMap(({ results }) => results) ?? []
  const filters = filtersIn(place, { hereName, names, session })
  return (
    <section className="screen found-screen">
      <h1>{text === '' ? t.find.search : t.find.title(text)}</h1>
      <div className="search-own">
        <SearchField begins={text === ''} />
      </div>
      <Chips
        session={session}
        place={place}
        hereName={hereName}
        names={names}
        onName={(id, name) => setNames(new Map(names).set(id, name))}
        onGo={go}
      />
      {text === '' ? (
        <div className="empty">
          <Icon name="search" large />
          <h2>{t.find.begin}</h2>
          <p>{t.find.beginHint}</p>
        </div>
      ) : hits.isLoadingError ? (
        <ProblemScreen error={hits.error} onRetry={() => void hits.refetch()} />
      ) : !hits.data ? (
        <FoundWaiting />
      ) : (
        <>
          <p className="search-count soft" role="status">
            {hits.isFetching && !hits.isFetchingNextPage
              ? t.find.searching
              : found.length > 0 && t.find.found(formatCount(found.length), hits.hasNextPage)}
          </p>
          {found.length > 0 ? (
            <FoundList items={found} label={t.find.hits} />
          ) : (
            !hits.isFetching && <Nothing place={place} text={text} filters={filters} onGo={go} />
          )}
          <ListEnd list={hits} />
        </>
      )}
    </section>
  )
}

interface NothingProps {
  place: SearchPlace
  text: string
  filters: readonly string[]
  onGo: (next: Partial<SearchPlace>) => void
}

/** Says what kept anything from being found, and how to look further. */
function Nothing({ place, text, filters, onGo }: NothingProps) {
  const isNarrow = place.kind !== undefined || place.changed !== undefined || place.by !== undefined
  return (
    <div className="empty">
      <Icon name="search" large />
      <h2>{t.find.nothing(text)}</h2>
      <p>{filters.length > 0 ? t.find.nothingWith(filters.join(', ')) : t.find.nothingHint}</p>
      <p className="empty-actions">
        {!place.everywhere && (
          <Button kind="primary" onClick={() => onGo({ everywhere: true })}>
            {t.find.lookEverywhere}
          </Button>
        )}
        {isNarrow && (
          <Button onClick={() => onGo({ kind: undefined, changed: undefined, by: undefined })}>
            {t.find.withoutFilters}
          </Button>
        )}
      </p>
    </div>
  )
}
