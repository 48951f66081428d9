import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { PersonId } from '@holdfast/api/ids'
import { tableMachines } from '@holdfast/api/oversight/machine-table'
import { useState } from 'react'
import { useTable } from '../../data/console/table.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { DeviceDialogs } from '../parts/devices/device-dialogs.tsx'
import { deviceColumns, deviceForm } from '../parts/devices/device-list.tsx'
import type { WantedDevice } from '../parts/devices/device-row.ts'

/** The devices of somebody. */
export function PersonDevices({ place, id, name }: { place: OrganizationMay; id: PersonId; name: string }) {
  const words = consoleWords().devices
  const [sort, setSort] = useState('name')
  const [wanted, setWanted] = useState<WantedDevice>()
  const state = { q: '', sort, filters: { person: String(id) }, below: false, cursor: undefined }
  const list = useTable(tableMachines, place.id, state)
  if (list.isLoadingError) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <p className="soft">{t.general.loading}</p>
  return (
    <section className="console-part">
      {list.data.results.length === 0 ? (
        <p className="soft">{words.none(name)}</p>
      ) : (
        <DataTable
          label={words.list}
          nameLabel={words.columns.name}
          columns={deviceColumns().filter(({ id: column, isExtra }) => column !== 'owner' && !isExtra)}
          form={deviceForm(place, setWanted)}
          state={state}
          page={list.data}
          isOld={list.isPlaceholderData}
          onState={(next) => setSort(next.sort)}
        />
      )}
      {wanted && <DeviceDialogs wanted={wanted} onClose={() => setWanted(undefined)} />}
    </section>
  )
}
