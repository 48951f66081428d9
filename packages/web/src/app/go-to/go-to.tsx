import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { openAddress, sharedWithAddress } from '../../core/addresses/routes.ts'
import { rootsOf } from '../../data/files/places.ts'
import { search, wayOf } from '../../data/files/search.ts'
import {
  isAdministrator,
  mayCreateShares,
  mayInvitePeople,
  ownPersonId,
  type Session,
} from '../../data/service/session.ts'
import { usePeopleNamed } from '../../data/sharing/directory.ts'
import { openInvite, openNewShare } from '../../files/sharing/open-new.ts'
import { beginWords } from '../../messages/begin-words.ts'
import { t } from '../../messages/words.ts'
import { commandsHere } from '../../ui/commands.ts'
import { iconOf } from '../../ui/file-icon.tsx'
import type { Goal } from '../../ui/goal.ts'
import { GoalPanel } from '../../ui/goal-panel.tsx'
import { useSettled } from '../../ui/use-settled.ts'

const MOST = 30
const FEW_PEOPLE = 5

/** Places by name, what can be done where one is, people, and files and folders anywhere. */
export function GoTo({ session, onClose }: { session: Session; onClose: () => void }) {
  const [text, setText] = useState('')
  const wanted = useSettled(text.trim())
  const places = rootsOf(session)
  const found = useQuery({
    queryKey: ['go-to', wanted],
    queryFn: ({ signal }) => search({ text: wanted, everywhere: true }, { limit: MOST, signal }),
    enabled: session.who_type === 'person' && wanted !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const people = usePeopleNamed(session.who_type === 'person' ? wanted : '').data ?? []
  const matching = (words: string) => words.toLowerCase().includes(wanted.toLowerCase())
  const fixed: Goal[] = [
    ...places.map((place) => ({
      id: `root ${place.id}`,
      icon: place.icon,
      words: place.name,
      to: `/files/${place.id}/0`,
    })),
    ...(session.who_type === 'person'
      ? [
          { id: 'team', icon: 'people' as const, words: t.navigation.team, to: '/team' },
          { id: 'links', icon: 'link' as const, words: t.navigation.links, to: '/links' },
          { id: 'recent', icon: 'clock' as const, words: t.find.recent, to: '/recent' },
          { id: 'starred', icon: 'star' as const, words: t.find.starred, to: '/starred' },
          { id: 'search', icon: 'search' as const, words: t.find.search, to: '/search' },
          { id: 'deleted', icon: 'trash' as const, words: t.deleted.title, to: '/deleted' },
          { id: 'undo', icon: 'pulse' as const, words: t.undo.title, to: '/undo' },
        ]
      : []),
    { id: 'shared', icon: 'share', words: t.navigation.shared, to: '/shared' },
    ...(isAdministrator()
      ? [{ id: 'console', icon: 'organization' as const, words: t.navigation.console, to: '/admin' }]
      : []),
    ...(mayCreateShares()
      ? [{ id: 'new share', icon: 'add' as const, words: beginWords().share.title, to: openNewShare }]
      : []),
    ...(mayInvitePeople()
      ? [{ id: 'invite', icon: 'person' as const, words: beginWords().invite.action, to: openInvite }]
      : []),
    // Nobody goes there often: they are for who begins to type.
    ...(session.who_type === 'person' && wanted !== '' ? Object.entries(t.account.parts) : []).map(
      ([part, { title }]) => ({
        id: `me ${part}`,
        icon: 'person' as const,
        words: title,
        where: t.account.title,
        to: `/me/${part}`,
      }),
    ),
  ]
  const goals: Goal[] = [
    ...fixed.filter(({ words }) => matching(words)),
    ...(wanted === '' ? [] : commandsHere())
      .filter(({ words }) => matching(words))
      .map(({ id, icon, words, run }) => ({ id: `command ${id}`, icon, words, to: run })),
    ...(wanted === '' ? [] : people)
      .filter(({ id }) => id !== ownPersonId())
      .slice(0, FEW_PEOPLE)
      .map((person) => ({
        id: `person ${person.id}`,
        icon: 'person' as const,
        words: person.name,
        where: person.email,
        to: sharedWithAddress(person.id),
      })),
    ...(wanted === '' ? [] : (found.data?.results ?? [])).map((item) => ({
      id: `item ${item.id}`,
      icon: iconOf(item),
      words: item.name,
      where: wayOf(item),
      to: openAddress(item.root_id, item.id),
    })),
  ].slice(0, MOST)
  return (
    <GoalPanel
      label={t.navigation.goTo}
      hint={t.goTo.hint}
      text={text}
      onText={setText}
      goals={goals}
      nothing={found.isFetching ? undefined : t.goTo.nothing(wanted)}
      onClose={onClose}
    />
  )
}
