import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { type ReactNode, useState } from 'react'
import type { OnePerson } from '../../data/console/persons.ts'
import { may } from '../../data/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatMoment, formatSize, shownName } from '../../messages/format.ts'
import { Button } from '../../ui/button.tsx'
import { Fact, Time } from '../../ui/facts.tsx'
import { DeletePersonDialog } from './delete-person-dialog.tsx'
import { PersonDialogs, personMenu, type Wanted } from './person-acts.tsx'
import type { PersonRow } from './person-row.ts'
import { statusOf } from './status-of.ts'

interface PersonSignInProps {
  place: OrganizationMay
  person: OnePerson
  onDeleted: () => void
}

/** How somebody signs in, and what an administrator does about it. */
export function PersonSignIn({ place, person, onDeleted }: PersonSignInProps): ReactNode {
  const words = consoleWords()
  const { people } = words
  const [wanted, setWanted] = useState<Wanted>()
  const row = rowOf(place, person)
  const acts = personMenu(row, setWanted).filter((act) => act !== 'line')
  return (
    <section className="console-part">
      <h2>{people.signIn}</h2>
      <dl className="console-facts">
        <Fact label={people.lastSignIn}>
          {person.last_login ? <Time at={person.last_login} /> : words.table.never}
        </Fact>
        <Fact label={people.twoStep}>{person.two_step_mode ? people.on : people.off}</Fact>
        <Fact label={people.lock}>
          {person.locked_until ? people.lockedUntil(formatMoment(person.locked_until)) : people.notLocked}
        </Fact>
        <Fact label={people.password}>
          {person.auth_source_id
            ? people.fromDirectory
            : person.pw_last_changed
              ? people.passwordSet(formatMoment(person.pw_last_changed))
              : people.passwordNone}
        </Fact>
        <Fact label={people.columns.space}>
          {people.used(formatSize(person.space_usage), formatSize(person.space_quota))}
        </Fact>
      </dl>
      <p className="console-buttons">
        {acts.map(({ id, icon, label, bad, run }) => (
          <Button key={id} {...(icon && { icon })} kind={bad ? 'bad' : 'plain'} onClick={run}>
            {label}
          </Button>
        ))}
      </p>
      {wanted?.what === 'delete' ? (
        <DeletePersonDialog
          id={person.id}
          name={shownName(person.display_name)}
          email={person.email}
          onClose={() => setWanted(undefined)}
          onDeleted={onDeleted}
        />
      ) : (
        wanted && <PersonDialogs wanted={wanted} onClose={() => setWanted(undefined)} />
      )}
    </section>
  )
}

/** What the list would have of this account. */
function rowOf(place: OrganizationMay, person: OnePerson): PersonRow {
  const actions = (['people.change', 'people.delete', 'people.take_over', 'files.let_in'] as const).filter(
    (action) => may(place, action),
  )
  return {
    id: person.id,
    name: person.display_name,
    email: person.email,
    status: statusOf(person),
    locked_until: person.locked_until ?? null,
    two_step: Boolean(person.two_step_mode),
    directory: person.auth_source_id ? { id: person.auth_source_id, name: '' } : null,
    organization: { id: place.id, name: place.name },
    may: actions,
  } as unknown as PersonRow
}
