import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { OrganizationId } from '@holdfast/api/ids'
import { Link } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import type { ActivityRow } from '../../data/console/activity.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import {
  formatCount,
  formatExactTime,
  formatMinute,
  formatWeekday,
  shownName,
} from '../../messages/format.ts'
import { Button } from '../../ui/button.tsx'
import { Fact } from '../../ui/facts.tsx'
import { ActivitySentence } from '../parts/activity-sentence.tsx'

/** A filter by something that a record names. */
type Only = (name: 'actor' | 'acted_on' | 'device' | 'root', id: number) => void

interface ActivityDaysProps {
  place: OrganizationMay
  rows: readonly ActivityRow[]
  onOnly: Only
}

/** Records under the days on which they were written, each with all that is known of it when it is opened. */
export function ActivityDays({ place, rows, onOnly }: ActivityDaysProps) {
  const days = Map.groupBy(rows, ({ created }) => formatWeekday(Date.parse(`${created}Z`)))
  return (
    <>
      {[...days].map(([day, some]) => (
        <section key={day} className="activity-day" aria-label={day}>
          <h2>{day}</h2>
          {some.map((row) => (
            <details key={row.id}>
              <summary>
                <time>{formatMinute(row.created)}</time>
                <Sentence row={row} place={place} />
              </summary>
              <Facts row={row} place={place} onOnly={onOnly} />
            </details>
          ))}
        </section>
      ))}
    </>
  )
}

function Sentence({ row, place }: { row: ActivityRow; place: OrganizationMay }) {
  const { data_text, organization } = row
  const more = [
    shownName(data_text),
    organization.id === place.id ? '' : shownName(organization.name),
  ].filter(Boolean)
  return (
    <span>
      <ActivitySentence {...row} />
      {more.length > 0 && <small>{more.join(' · ')}</small>}
    </span>
  )
}

function Facts({ row, place, onOnly }: ActivityFactsProps) {
  const words = consoleWords().activity
  const { path, about } = row.data_text_vars as { path?: unknown; about?: unknown }
  const { actor_person_id, acted_on_person_id, actor_machine_id, acted_on_machine_id, acted_on_root_id } = row
  const device = actor_machine_id ?? acted_on_machine_id
  const only = (label: string, name: Parameters<Only>[0], id: number | null) =>
    id !== null && (
      <Button key={name} onClick={() => onOnly(name, id)}>
        {label}
      </Button>
    )
  return (
    <div className="activity-facts">
      <dl className="console-facts">
        <Fact label={words.time}>{formatExactTime(row.created)}</Fact>
        <Fact label={words.who}>
          {actor_person_id === null ? (
            <bdi>{shownName(row.actor_text)}</bdi>
          ) : (
            <Link
              href={consoleAddress((row.actor_company_id ?? place.id) as OrganizationId, 'people', {
                id: actor_person_id as number,
              })}
            >
              <bdi>{shownName(row.actor_text)}</bdi>
            </Link>
          )}
        </Fact>
        {actor_machine_id !== null && (
          <Fact label={words.device}>{words.unnamed(actor_machine_id as number)}</Fact>
        )}
        <Fact label={words.target}>
          <bdi>{shownName(row.acted_on_text)}</bdi>
        </Fact>
        {typeof path === 'string' && (
          <Fact label={words.path}>
            <bdi>{shownName(path)}</bdi>
          </Fact>
        )}
        {about !== undefined && (
          <Fact label={words.about}>
            <bdi>{shownName(String(about))}</bdi>
          </Fact>
        )}
        <Fact label={words.organization}>
          <bdi>{shownName(row.organization.name)}</bdi>
        </Fact>
        <Fact label={words.record}>{words.number(formatCount(row.number))}</Fact>
      </dl>
      <p className="console-buttons">
        {only(words.onlyActor, 'actor', actor_person_id as number | null)}
        {acted_on_person_id !== actor_person_id &&
          only(words.onlyTarget, 'acted_on', acted_on_person_id as number | null)}
        {only(words.onlyDevice, 'device', device as number | null)}
        {only(words.onlyRoot, 'root', acted_on_root_id as number | null)}
      </p>
    </div>
  )
}

interface ActivityFactsProps extends Pick<ActivityDaysProps, 'place' | 'onOnly'> {
  row: ActivityRow
}
