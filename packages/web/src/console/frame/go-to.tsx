import type { FoundThing } from '@holdfast/api/accounts/find'
import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { OrganizationId } from '@holdfast/api/ids'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { type ConsoleScreen, consoleAddress, consolePlaceIn } from '../../core/console/places.ts'
import { useAdministered } from '../../data/console/find.ts'
import { usePlace } from '../../data/console/places.ts'
import { ownOrganizationId } from '../../data/service/session.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { commandsHere } from '../../ui/commands.ts'
import type { Goal } from '../../ui/goal.ts'
import { GoalPanel } from '../../ui/goal-panel.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { isOpenTo, screensFor } from './screens.ts'

/** Pages and commands here, and whatever one administers, by name. */
export function ConsoleGoTo({ onClose }: { onClose: () => void }) {
  const words = consoleWords().frame
  const [path] = useLocation()
  const [text, setText] = useState('')
  const typed = text.trim()
  const wanted = useSettled(typed)
  const { data: place } = usePlace(consolePlaceIn(path)?.organization ?? ownOrganizationId())
  const found = useAdministered(wanted)
  // Enter goes to what fits what is typed, not to what was found for less of it.
  const fits = (words: string) => words.toLowerCase().includes(typed.toLowerCase())
  const isFound = found.data && wanted === typed && !found.isPlaceholderData
  const here = [...(place ? pagesOf(place) : []), ...commands(typed), back()].filter(({ words }) =>
    fits(words),
  )
  const things = (typed === '' ? [] : (found.data?.results ?? [])).filter(
    ({ name, detail }) => isFound || fits(`${name} ${detail ?? ''}`),
  )
  return (
    <GoalPanel
      label={words.goTo}
      hint={words.goToHint}
      text={text}
      onText={setText}
      goals={[...here, ...things.map(goalOf)]}
      nothing={found.isFetching || wanted !== typed ? undefined : words.noneFound(typed)}
      onClose={onClose}
    />
  )
}

/** Those that are reached from others. */
const FURTHER: readonly (readonly [ConsoleScreen, IconName])[] = [
  ['new-customer', 'add'],
  ['people/import', 'upload'],
]

function pagesOf(place: OrganizationMay): Goal[] {
  const page = (screen: ConsoleScreen, icon: IconName): Goal => ({
    id: `page ${screen}`,
    icon,
    words: consoleWords().frame.screens[screen],
    where: place.name,
    to: consoleAddress(place.id, screen),
  })
  return [
    ...screensFor(place).map(({ screen, icon }) => page(screen, icon)),
    ...FURTHER.filter(([screen]) => isOpenTo(place, screen)).map(([screen, icon]) => page(screen, icon)),
  ]
}

const commands = (typed: string): Goal[] =>
  (typed === '' ? [] : commandsHere()).map(({ id, icon, words, run }) => ({
    id: `command ${id}`,
    icon,
    words,
    to: run,
  }))

const back = (): Goal => ({ id: 'back', icon: 'back', words: consoleWords().frame.back, to: '/' })

const ICONS: Record<FoundThing['kind'], IconName> = {
  organization: 'organization',
  person: 'person',
  guest: 'person',
  group: 'people',
  machine: 'device',
  share: 'folder',
}

function goalOf({ kind, id, name, detail, organization }: FoundThing): Goal {
  const at = organization.id as OrganizationId
  const addresses: Record<FoundThing['kind'], string> = {
    organization: consoleAddress(at, 'overview'),
    person: consoleAddress(at, 'people', { id }),
    guest: consoleAddress(at, 'guests', { query: `?q=${encodeURIComponent(detail ?? name)}` }),
    group: consoleAddress(at, 'groups', { id }),
    machine: consoleAddress(at, 'devices', { id }),
    share: consoleAddress(at, 'shares', { id }),
  }
  const where = [detail, kind === 'organization' ? null : organization.name].filter((part) => part !== null)
  return {
    id: `${kind} ${id}`,
    icon: ICONS[kind],
    words: shownName(name),
    ...(where.length > 0 && { where: where.map(shownName).join(' · ') }),
    to: addresses[kind],
  }
}
