import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { DEVICE_VIEWS, tableMachines } from '@holdfast/api/oversight/machine-table'
import { useState } from 'react'
import { consoleWords } from '../../messages/console/console-words.ts'
import { DeviceDialogs } from '../parts/devices/device-dialogs.tsx'
import { DEVICE_SORTS, deviceColumns, deviceForm } from '../parts/devices/device-list.tsx'
import type { WantedDevice } from '../parts/devices/device-row.ts'
import { type ListForm, ListScreen } from '../parts/list-screen.tsx'
import { DevicesBulk, type DevicesWish, devicesActions } from './devices-bulk.tsx'

/** All devices of an organization, or of all below it too. */
export function DevicesScreen({ place }: { place: OrganizationMay }) {
  const words = consoleWords().devices
  const [wanted, setWanted] = useState<WantedDevice>()
  const [wish, setWish] = useState<DevicesWish>()
  const form: ListForm<typeof tableMachines> = {
    op: tableMachines,
    table: { sorts: DEVICE_SORTS, filters: ['view', 'seen_before', 'person'] },
    title: words.list,
    nameLabel: words.columns.name,
    search: words.search,
    icon: 'device',
    views: [['', words.views.all], ...DEVICE_VIEWS.map((view) => [view, words.views[view]] as const)],
    filters: [{ id: 'seen_before', label: words.seenBefore, kind: 'day' }],
    columns: deviceColumns(),
    row: deviceForm(place, setWanted),
    bulk: (chosen) => devicesActions((action) => setWish({ action, ...chosen })),
    empty: { title: words.empty, why: words.emptyWhy, noneMatch: words.noneMatch },
  }
  return (
    <>
      <ListScreen place={place} form={form} />
      {wish && <DevicesBulk place={place} wish={wish} onClose={() => setWish(undefined)} />}
      {wanted && <DeviceDialogs wanted={wanted} onClose={() => setWanted(undefined)} />}
    </>
  )
}
