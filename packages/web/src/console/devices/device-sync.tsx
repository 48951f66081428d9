import type { MachineStatus } from '@holdfast/api/devices/machines'
import { useDeviceStatus } from '../../data/console/device-folders.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../parts/tag.tsx'
import { DeviceMappings } from './device-mappings.tsx'
import type { DevicePart } from './device-part.ts'
import { Refused } from './device-refusal.tsx'

/** How far what is on a device is in step, as it says itself, and which of its folders are mapped. */
export function DeviceSync({ place, device }: DevicePart) {
  const words = consoleWords().device
  const status = useDeviceStatus(device.id)
  return (
    <div className="console-two">
      <section className="console-part">
        <h2>{words.roots}</h2>
        {status.data ? (
          <Roots status={status.data} />
        ) : status.error ? (
          <Refused device={device} error={status.error} onRetry={() => void status.refetch()} />
        ) : (
          <p className="soft">{t.general.loading}</p>
        )}
      </section>
      <DeviceMappings place={place} device={device} />
    </div>
  )
}

function Roots({ status: { subscriptions, transfers } }: { status: MachineStatus }) {
  const words = consoleWords().device
  if (subscriptions.length === 0) return <p className="soft">{words.noRoots}</p>
  return (
    <>
      {transfers.length > 0 && <p className="soft">{words.transfers(transfers.length)}</p>}
      <ul className="console-rows device-rows">
        {subscriptions.map(({ rsub_id, synced, synced_folder, excl_files }) => {
          const whole = excl_files.find(({ path }) => path === '/' || path === '')
          const items = excl_files.filter((one) => one !== whole)
          return (
            <li key={rsub_id}>
              <Icon name="folder" />
              <span className="console-row-what">
                <strong>
                  <bdi>{shownName(synced_folder) || words.hiddenName}</bdi>
                </strong>
                {whole && !synced && <small lang="en">{shownName(whole.reason)}</small>}
                {items.length > 0 && (
                  <details>
                    <summary>{words.leftOut(items.length)}</summary>
                    <ul className="device-items">
                      {items.map(({ path, reason }, index) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: hidden paths are all the same
                        <li key={index}>
                          <bdi>{shownName(path) || words.hiddenName}</bdi> <small>{shownName(reason)}</small>
                        </li>
                      ))}
                    </ul>
                  </details>
                )}
              </span>
              {whole && !synced ? (
                <Tag kind="bad" icon="warn">
                  {words.rootFailed}
                </Tag>
              ) : synced ? (
                <Tag kind="good">{words.upToDate}</Tag>
              ) : (
                <Tag kind="good" icon="clock">
                  {words.syncing}
                </Tag>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
