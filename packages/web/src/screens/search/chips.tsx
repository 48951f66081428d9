import { SEARCH_KINDS } from '@holdfast/api/files/search'
import type { EntryId, PersonId } from '@holdfast/api/ids'
import { useState } from 'react'
import { type SearchPlace, SPANS } from '../../core/addresses/search-address.ts'
import { rootsOf } from '../../data/files/places.ts'
import type { Session } from '../../data/service/session.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { DaysDialog } from './days-dialog.tsx'
import { wordsOfChanged, wordsOfPerson } from './filters.ts'
import { PersonDialog } from './person-dialog.tsx'

interface ChipsProps {
  session: Session
  place: SearchPlace
  hereName: string | undefined
  names: ReadonlyMap<number, string>
  onName: (id: PersonId, name: string) => void
  onGo: (next: Partial<SearchPlace>) => void
}

/** Where to look, and what narrows it. */
export function Chips(props: ChipsProps) {
  const { session, place, hereName, names, onGo } = props
  const { at, everywhere, kind, changed, by } = place
  const [asking, setAsking] = useState<'days' | 'person'>()
  const person = by && wordsOfPerson(by, { hereName, names, session })
  const choice = (id: string, label: string, checked: boolean, run: () => void): MenuItem => ({
    ...{ id, label, checked, run },
  })
  const kinds = () => [
    choice('any', t.find.kindAny, !kind, () => onGo({ kind: undefined })),
    'line' as const,
    ...SEARCH_KINDS.map((one) => choice(one, t.find.kinds[one], one === kind, () => onGo({ kind: one }))),
  ]
  const spans = () => [
    choice('any', t.find.changedAny, !changed, () => onGo({ changed: undefined })),
    'line' as const,
    ...SPANS.map((one) => choice(one, t.find.spans[one], one === changed, () => onGo({ changed: one }))),
    choice('days', t.find.between, changed?.includes('..') ?? false, () => setAsking('days')),
  ]
  const people = () => {
    const own = session.person_id
    const others = [...names].filter(([id]) => id !== own)
    return [
      choice('any', t.find.byAnyone, !by, () => onGo({ by: undefined })),
      'line' as const,
      ...(own ? [choice('me', t.find.byMe, by === own, () => onGo({ by: own }))] : []),
      ...others.map(([id, name]) => choice(String(id), name, by === id, () => onGo({ by: id as PersonId }))),
      choice('other', t.find.byOther, false, () => setAsking('person')),
    ]
  }
  const places = () => [
    choice('all', t.find.scopeAll, everywhere, () => onGo({ everywhere: true })),
    'line' as const,
    ...rootsOf(session).map(({ id, name }) => {
      const isHere = !everywhere && at?.root === id && at.folder === 0
      return choice(String(id), shownName(name), isHere, () =>
        onGo({ at: { root: id, folder: 0 as EntryId }, everywhere: false }),
      )
    }),
  ]
  return (
    <div className="chips">
      {at && hereName !== undefined && (
        <fieldset className="chips-scope">
          <legend className="unseen">{t.find.scope}</legend>
          <button type="button" aria-pressed={!everywhere} onClick={() => onGo({ everywhere: false })}>
            <bdi>{t.find.scopeHere(hereName)}</bdi>
          </button>
          <button type="button" aria-pressed={everywhere} onClick={() => onGo({ everywhere: true })}>
            {t.find.scopeAll}
          </button>
        </fieldset>
      )}
      <Chip name={t.find.kind} value={kind && t.find.kinds[kind]} items={kinds} />
      <Chip name={t.find.changed} value={changed && wordsOfChanged(changed)} items={spans} />
      <Chip name={t.find.by} value={person} items={people} />
      <Chip name={t.find.where} items={places} />
      {asking === 'days' && (
        <DaysDialog
          changed={changed}
          onClose={() => setAsking(undefined)}
          onDone={(days) => onGo({ changed: days })}
        />
      )}
      {asking === 'person' && (
        <PersonDialog
          onClose={() => setAsking(undefined)}
          onDone={(id, name) => {
            props.onName(id, name)
            onGo({ by: id })
          }}
        />
      )}
    </div>
  )
}

interface ChipProps {
  name: string
  value?: string | undefined
  items: () => (MenuItem | 'line')[]
}

/** What it narrows, and to what. */
const Chip = ({ name, value, items }: ChipProps) => (
  <span className={value === undefined ? 'chip' : 'chip chip-on'}>
    <MenuButton icon="down" label={value === undefined ? name : `${name}: ${value}`} items={items}>
      <bdi>{value ?? name}</bdi>
      <Icon name="down" />
    </MenuButton>
  </span>
)
