import type { RootId } from '@holdfast/api/ids'
import { searchRoot } from '@holdfast/api/search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../data/api.ts'
import { rootsOf } from '../data/places.ts'
import type { Session } from '../data/session.ts'
import { shownName } from '../messages/format.ts'
import { t } from '../messages/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { iconOf } from '../ui/file-icon.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { filesPlaceIn, openAddress } from './routes.ts'

interface Goal {
  id: string
  icon: IconName
  words: string
  where?: string
  address: string
}

const MOST = 30

/** Places by name, and files and folders of the root that one is in. */
export function GoTo({ session, onClose }: { session: Session; onClose: () => void }) {
  const [path, navigate] = useLocation()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const wanted = useDeferredValue(text.trim())
  const places = rootsOf(session)
  const root = filesPlaceIn(path, '')?.root ?? session.person?.root_id ?? undefined
  const found = useQuery({
    queryKey: ['go-to', root, wanted],
    queryFn: ({ signal }) =>
      call(searchRoot, { root_id: root as RootId, q: wanted, limit: MOST }, { signal }),
    enabled: root !== undefined && wanted !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const matching = (words: string) => words.toLowerCase().includes(wanted.toLowerCase())
  const fixed: Goal[] = [
    ...places.map((place) => ({
      id: `root ${place.id}`,
      icon: place.icon,
      words: place.name,
      address: `/files/${place.id}/0`,
    })),
    ...(session.who_type === 'person'
      ? [{ id: 'team', icon: 'people' as const, words: t.navigation.team, address: '/team' }]
      : []),
    { id: 'shared', icon: 'share', words: t.navigation.shared, address: '/shared' },
    // Nobody goes there often: they are for who begins to type.
    ...(session.who_type === 'person' && wanted !== '' ? Object.entries(t.account.parts) : []).map(
      ([part, { title }]) => ({
        id: `me ${part}`,
        icon: 'person' as const,
        words: title,
        where: t.account.title,
        address: `/me/${part}`,
      }),
    ),
  ]
  const goals: Goal[] = [
    ...fixed.filter(({ words }) => matching(words)),
    ...(wanted === '' ? [] : (found.data?.results ?? [])).map((item) => ({
      id: `item ${item.id}`,
      icon: iconOf(item),
      words: item.name,
      where: item.path,
      address: openAddress(item.root_id, item.id),
    })),
  ].slice(0, MOST)
  const chosen = Math.min(at, goals.length - 1)
  const go = (goal: Goal | undefined) => {
    if (!goal) return
    onClose()
    navigate(goal.address)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(chosen + 1, goals.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(0, chosen - 1))
    else if (event.key === 'Enter') go(goals[chosen])
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={t.navigation.goTo} onClose={onClose} wide>
      <input
        className="go-to-field"
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={goals[chosen] ? `${id}-${chosen}` : undefined}
        aria-label={t.navigation.goTo}
        placeholder={t.goTo.hint}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div id={id} role="listbox" aria-label={t.navigation.goTo} className="go-to-list" tabIndex={-1}>
        {goals.map((goal, n) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are pressed in the field above
          <div
            key={goal.id}
            id={`${id}-${n}`}
            role="option"
            tabIndex={-1}
            aria-selected={n === chosen}
            className={n === chosen ? 'go-to-goal go-to-here' : 'go-to-goal'}
            onClick={() => go(goal)}
          >
            <Icon name={goal.icon} />
            <span>
              <bdi>{shownName(goal.words)}</bdi>
              {goal.where && (
                <small>
                  <bdi>{shownName(goal.where)}</bdi>
                </small>
              )}
            </span>
          </div>
        ))}
      </div>
      {goals.length === 0 && !found.isFetching && <p className="soft">{t.goTo.nothing(wanted)}</p>}
    </Dialog>
  )
}
