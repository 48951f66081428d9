import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { MachineId } from '@holdfast/api/ids'
import { Link } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { useDevice } from '../../data/console/devices.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DeviceStateTag } from '../parts/devices/device-state.tsx'
import { DeviceActivity } from './device-activity.tsx'
import { DeviceBackups } from './device-backups.tsx'
import { DeviceBrowse } from './device-browse.tsx'
import { DeviceJobs } from './device-jobs.tsx'
import { DeviceOverview } from './device-overview.tsx'
import type { DevicePart } from './device-part.ts'
import { DeviceSync } from './device-sync.tsx'

const TABS = ['overview', 'sync', 'backups', 'browse', 'jobs', 'activity'] as const
type Tab = (typeof TABS)[number]

interface DeviceScreenProps {
  place: OrganizationMay
  id: number
  tab: string | undefined
}

/** All about one device. */
export function DeviceScreen({ place, id, tab = 'overview' }: DeviceScreenProps) {
  const words = consoleWords().device
  const { data: device, error, refetch } = useDevice(place.id, id as MachineId)
  if (device === null)
    return (
      <div className="empty">
        <Icon name="info" large />
        <h1>{words.gone}</h1>
      </div>
    )
  if (!device)
    return error ? (
      <ProblemScreen error={error} onRetry={() => void refetch()} />
    ) : (
      <p className="soft">{t.general.loading}</p>
    )
  const tabs = TABS.filter((one) => one !== 'browse' || device.may.includes('devices.browse'))
  const shown = tabs.find((one) => one === tab) ?? 'overview'
  return (
    <>
      <header className="console-head">
        <h1>
          <bdi>{shownName(device.name)}</bdi>
        </h1>
        <DeviceStateTag {...device} />
      </header>
      <nav className="console-tabs" aria-label={words.parts}>
        {tabs.map((one) => (
          <Link
            key={one}
            href={consoleAddress(place.id, 'devices', { id, ...(one !== 'overview' && { tab: one }) })}
            aria-current={one === shown ? 'page' : undefined}
          >
            {words.tabs[one]}
          </Link>
        ))}
      </nav>
      {partOf(shown, { place, device })}
    </>
  )
}

function partOf(tab: Tab, given: DevicePart) {
  switch (tab) {
    case 'overview':
      return <DeviceOverview {...given} />
    case 'sync':
      return <DeviceSync {...given} />
    case 'backups':
      return <DeviceBackups {...given} />
    case 'browse':
      return <DeviceBrowse {...given} />
    case 'jobs':
      return <DeviceJobs {...given} />
    case 'activity':
      return <DeviceActivity {...given} />
  }
}
