import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useLatestActivity } from '../../data/console/overview.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ActivityRows } from '../parts/activity-rows.tsx'

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
        <ActivityRows activities={data} />
      )}
    </section>
  )
}
