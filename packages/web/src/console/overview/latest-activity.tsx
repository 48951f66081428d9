import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { Link } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { useLatestActivity } from '../../data/console/overview.ts'
import { may } from '../../data/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ActivityRows } from '../parts/activity-rows.tsx'

/** What happened last, as the log has it. */
export function LatestActivity({ place }: { place: OrganizationMay }) {
  const words = consoleWords().overview
  const { data, error, refetch } = useLatestActivity(place.id, place.below > 0)
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
        <>
          <ActivityRows activities={data} here={place.id} />
          {may(place, 'activity') && (
            <p>
              <Link href={consoleAddress(place.id, 'activity', { query: place.below > 0 ? '?below=1' : '' })}>
                {words.allActivity}
              </Link>
            </p>
          )}
        </>
      )}
    </section>
  )
}
