import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { PersonId } from '@holdfast/api/ids'
import { Link, useLocation } from 'wouter'
import { addressOfPlace, placeAt } from '../../core/addresses/routes.ts'
import { consoleAddress } from '../../core/console/places.ts'
import { type OnePerson, usePersonOf } from '../../data/console/persons.ts'
import { may } from '../../data/console/places.ts'
import { codeOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PersonAccess } from './person-access.tsx'
import { PersonActivity } from './person-activity.tsx'
import { PersonDevices } from './person-devices.tsx'
import { PersonLinks } from './person-links.tsx'
import { PersonProfile } from './person-profile.tsx'
import { PersonSignIn } from './person-sign-in.tsx'
import { PersonWarning } from './person-warning.tsx'
import { statusOf } from './status-of.ts'
import { StatusTag } from './status-tag.tsx'

const TABS = ['profile', 'access', 'devices', 'links', 'activity'] as const

interface PersonScreenProps {
  place: OrganizationMay
  id: number
  tab: string | undefined
}

/** All about one account. */
export function PersonScreen({ place, id, tab = 'profile' }: PersonScreenProps) {
  const words = consoleWords().people
  const [, navigate] = useLocation()
  const { data: person, error, refetch } = usePersonOf(id)
  const isGone = codeOf(error) === 'not_found' || (person && person.company_id !== place.id)
  if (isGone)
    return (
      <div className="empty">
        <Icon name="info" large />
        <h1>{words.gone}</h1>
      </div>
    )
  if (!person)
    return error ? (
      <ProblemScreen error={error} onRetry={() => void refetch()} />
    ) : (
      <p className="soft">{t.general.loading}</p>
    )
  const list = consoleAddress(place.id, 'people')
  return (
    <>
      <header className="console-head">
        <h1>
          <bdi>{shownName(person.display_name)}</bdi>
        </h1>
        <StatusTag status={statusOf(person)} locked_until={person.locked_until ?? null} />
        {person.root_id !== null && may(place, 'files.browse') && (
          <span className="console-acts">
            <Link className="button button-plain" href={addressOfPlace(placeAt(person.root_id))}>
              <Icon name="folder" />
              <span>{words.openFiles}</span>
            </Link>
          </span>
        )}
      </header>
      <PersonWarning organization={place.id} id={id as PersonId} />
      <nav className="console-tabs" aria-label={words.parts}>
        {TABS.map((one) => (
          <Link
            key={one}
            href={consoleAddress(place.id, 'people', { id, ...(one !== 'profile' && { tab: one }) })}
            aria-current={tab === one ? 'page' : undefined}
          >
            {words.tabs[one]}
          </Link>
        ))}
      </nav>
      {tab === 'access' ? (
        <PersonAccess place={place} id={id as PersonId} name={shownName(person.display_name)} />
      ) : tab === 'devices' ? (
        <PersonDevices place={place} id={id as PersonId} name={shownName(person.display_name)} />
      ) : tab === 'links' ? (
        <PersonLinks id={id as PersonId} name={shownName(person.display_name)} />
      ) : tab === 'activity' ? (
        <PersonActivity id={id as PersonId} />
      ) : (
        <div className="console-two">
          <PersonProfile key={revisionOf(person)} place={place} person={person} />
          <PersonSignIn place={place} person={person} onDeleted={() => navigate(list)} />
        </div>
      )}
    </>
  )
}

/** Fields begin anew with what is kept now. */
const revisionOf = (person: OnePerson): string =>
  JSON.stringify([person.first_name, person.last_name, person.email, person.mobile_phone, person.space_quota])
