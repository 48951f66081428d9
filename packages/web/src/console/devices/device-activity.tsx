import { useDeviceActivity } from '../../data/console/devices.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { ActivityRows } from '../parts/activity-rows.tsx'
import type { DevicePart } from './device-part.ts'

/** What a device did, and what was done with it. */
export function DeviceActivity({ device }: DevicePart) {
  const list = useDeviceActivity(device.id)
  if (list.isLoadingError) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <p className="soft">{t.general.loading}</p>
  const activities = list.data.pages.flatMap(({ results }) => results)
  return (
    <section className="console-part">
      {activities.length === 0 ? (
        <p className="soft">{consoleWords().overview.noActivity}</p>
      ) : (
        <>
          <ActivityRows activities={activities} />
          <ListEnd list={list} />
        </>
      )}
    </section>
  )
}
