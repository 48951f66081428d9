import type { MachineHealth } from '@holdfast/api/devices/fleet'
import type { Machine } from '@holdfast/api/devices/machines'
import { useState } from 'react'
import { Link } from 'wouter'
import { addressOfUndo } from '../../core/addresses/time-routes.ts'
import { consoleAddress } from '../../core/console/places.ts'
import { useDeviceHealth, useDeviceSettings } from '../../data/console/devices.ts'
import { may } from '../../data/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatSize, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Fact, Time } from '../../ui/facts.tsx'
import { DeviceDialogs } from '../parts/devices/device-dialogs.tsx'
import type { DeviceRow, WantedDevice } from '../parts/devices/device-row.ts'
import { DeviceVersion } from '../parts/devices/device-state.tsx'
import { FactRows } from '../parts/fact-rows.tsx'
import type { DevicePart } from './device-part.ts'
import { DeviceSettingsForm } from './device-settings.tsx'

/** How a device is, and what is set for it. */
export function DeviceOverview({ place, device }: DevicePart) {
  const words = consoleWords().device
  const health = useDeviceHealth(device.id)
  const settings = useDeviceSettings(device.id)
  const [wanted, setWanted] = useState<WantedDevice>()
  const mayChange = device.may.includes('devices.change')
  const hidden = place.not.find(({ action }) => action === 'devices.browse')
  if (health.isLoadingError) return <Failed error={health.error} onRetry={() => void health.refetch()} />
  if (!health.data) return <p className="soft">{t.general.loading}</p>
  return (
    <div className="console-two">
      <div className="console-column">
        <section className="console-part">
          <h2>{words.health}</h2>
          <Facts device={device} health={health.data} />
          <p className="console-buttons">
            {mayChange && (
              <Button icon="edit" onClick={() => setWanted({ what: 'rename', row: device })}>
                {consoleWords().devices.rename}
              </Button>
            )}
            {may(place, 'files.browse') && (
              <Link
                className="button button-plain"
                href={addressOfUndo({ organization: place.id, machine: device.id, deletesOnly: false })}
              >
                {words.undo}
              </Link>
            )}
            {mayChange && device.state !== 'signed_out' && (
              <Button kind="bad" icon="signOut" onClick={() => setWanted({ what: 'sign_out', row: device })}>
                {consoleWords().devices.signOut}
              </Button>
            )}
          </p>
        </section>
        <section className="console-part">
          <h2>{words.problemsTitle}</h2>
          <Problems problems={health.data.problems} />
          {hidden && <p className="soft">{words.hiddenWhy[hidden.why]}</p>}
        </section>
      </div>
      {mayChange && (
        <section className="console-part">
          <h2>{words.settings}</h2>
          {settings.data ? (
            <DeviceSettingsForm key={revisionOf(settings.data)} machine={settings.data} />
          ) : settings.error ? (
            <Failed error={settings.error} onRetry={() => void settings.refetch()} />
          ) : (
            <p className="soft">{t.general.loading}</p>
          )}
        </section>
      )}
      {wanted && <DeviceDialogs wanted={wanted} onClose={() => setWanted(undefined)} />}
    </div>
  )
}

/** Fields begin anew with what is kept now, and not because the device came or went. */
const revisionOf = ({ last_login, last_disconnect, ...settings }: Machine): string => JSON.stringify(settings)

function Facts({ device, health }: { device: DeviceRow; health: MachineHealth }) {
  const { device: words, devices, table } = consoleWords()
  const { columns } = devices
  const { owner, organization } = device
  const { free_space: free, total_space: total } = health
  return (
    <dl className="console-facts">
      {owner && (
        <Fact label={columns.owner}>
          <Link href={consoleAddress(organization.id, 'people', { id: owner.id })}>
            <bdi>{shownName(owner.name)}</bdi>
          </Link>
        </Fact>
      )}
      <Fact label={words.connectedNow}>{health.connected ? words.yes : words.no}</Fact>
      <Fact label={words.lastConnected}>{device.seen_at ? <Time at={device.seen_at} /> : table.never}</Fact>
      {health.unreachable_since && (
        <Fact label={words.unreachableSince}>
          <Time at={health.unreachable_since} />
        </Fact>
      )}
      {health.signed_out && (
        <Fact label={words.signedOutAt}>
          <Time at={health.signed_out} />
        </Fact>
      )}
      <Fact label={words.reported}>{health.reported ? <Time at={health.reported} /> : table.never}</Fact>
      <Fact label={words.freeLabel}>
        {free === null || total === null
          ? words.unknown
          : devices.freeOf(formatSize(free), formatSize(total))}
      </Fact>
      <Fact label={columns.kind}>{devices.kinds[device.kind]}</Fact>
      {device.system && (
        <Fact label={columns.system}>
          <bdi>{shownName(device.system)}</bdi>
        </Fact>
      )}
      {device.version && (
        <Fact label={columns.version}>
          <DeviceVersion {...device} />
        </Fact>
      )}
      <Fact label={columns.created}>
        <Time at={device.created} />
      </Fact>
    </dl>
  )
}

function Problems({ problems }: { problems: MachineHealth['problems'] }) {
  const words = consoleWords().device
  if (problems.length === 0) return <p className="soft">{words.noProblems}</p>
  return (
    <FactRows
      rows={problems.map(({ path, reason }, index) => ({
        key: index,
        icon: 'warn',
        name: shownName(path) || words.hiddenName,
        facts: [shownName(reason)],
      }))}
    />
  )
}
