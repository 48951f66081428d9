import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useLatestActivity } from '../../data/console/overview.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Time } from '../../ui/facts.tsx'

/** What happened last, as the log has it. */
export function LatestActivity({ place }: { place: OrganizationMay }) {
  const words = consoleWords().overview
  const { data, error, refetch } = useLatestActivity(place.id)
  return (
    <section className="console-part">
      <h2>{words.activity}</h2>
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <p className="soft">{t.general.loading}</p>
      ) : data.length === 0 ? (
        <p className="soft">{words.noActivity}</p>
      ) : (
        <ul className="console-rows">
          {data.map(({ id, actor_text, action_text, acted_on_text, data_text, created }) => (
            <li key={id}>
              {/* The log keeps its sentences as they were written. */}
              <span lang="en">
                {shownName([actor_text, action_text, acted_on_text].filter(Boolean).join(' '))}
                <small>
                  {data_text && `${shownName(data_text)} · `}
                  <Time at={created} />
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
