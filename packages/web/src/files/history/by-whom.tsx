import type { Actor } from '@holdfast/api/files/history-figures'
import type { ByWhom } from '../../core/addresses/time-routes.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Filter } from '../../ui/filter.tsx'

export type Doing = Pick<Actor, 'person_id' | 'person_name' | 'machine_id' | 'machine_name'>

interface ByWhomProps extends ByWhom {
  actors: readonly Doing[]
  onChange: (next: ByWhom) => void
}

/** Those who did something, and the devices they did it on. */
export function ByWhomFilter({ who, machine, actors, onChange }: ByWhomProps) {
  const people = named(actors.map(({ person_id, person_name }) => [person_id, person_name]))
  const machines = named(
    actors
      .filter(({ person_id }) => who === undefined || person_id === who)
      .map(({ machine_id, machine_name }) => [machine_id, machine_name]),
  )
  return (
    <>
      <Filter
        label={t.history.who}
        value={who}
        all={t.history.everybody}
        options={withChosen(people, who, t.history.someone)}
        onChange={(next) => onChange({ who: next, machine: undefined })}
      />
      <Filter
        label={t.history.device}
        value={machine}
        all={t.history.allDevices}
        options={withChosen(machines, machine, t.history.aDevice)}
        onChange={(next) => onChange({ who, machine: next })}
      />
    </>
  )
}

export interface Option<Id> {
  id: Id
  name: string
}

/** Each once, by name. */
function named<Id extends number>(all: [id: Id | null, name: string | null | undefined][]): Option<Id>[] {
  const names = new Map<Id, string>()
  for (const [id, name] of all) if (id !== null && name) names.set(id, shownName(name))
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name))
}

/** An address can name someone who did nothing lately. */
export const withChosen = <Id extends number>(
  options: readonly Option<Id>[],
  chosen: Id | undefined,
  name: string,
): readonly Option<Id>[] =>
  chosen === undefined || options.some(({ id }) => id === chosen)
    ? options
    : [...options, { id: chosen, name }]
