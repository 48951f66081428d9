import { useState } from 'react'
import { Link, useSearch } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { useBackups } from '../../data/console/device-backups.ts'
import { useDeviceStatus } from '../../data/console/device-folders.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { BackUpDialog } from './backup-dialog.tsx'
import { BackupRow } from './backup-row.tsx'
import { BackupRuns } from './backup-runs.tsx'
import type { DevicePart } from './device-part.ts'
import { useIsConnected } from './device-refusal.tsx'

/** What of a device is backed up, and the way back for it. */
export function DeviceBackups({ place, device }: DevicePart) {
  const words = consoleWords().device
  const list = useBackups(device.id)
  const isConnected = useIsConnected(device)
  const status = useDeviceStatus(device.id, isConnected)
  const [isAdding, setAdding] = useState(false)
  const chosen = Number(new URLSearchParams(useSearch()).get('backup'))
  if (list.isLoadingError) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <p className="soft">{t.general.loading}</p>
  // Hidden folders all have the same name.
  const statusOf = (path: string) =>
    path === '' ? undefined : status.data?.subscriptions.find((one) => one.synced_folder === path)
  const opened = list.data.find(({ id }) => id === chosen)
  const addressOf = (backup?: number) =>
    consoleAddress(place.id, 'devices', {
      id: device.id,
      tab: 'backups',
      query: backup === undefined ? '' : `?backup=${backup}`,
    })
  return (
    <div className="console-column">
      <section className="console-part">
        <h2>{words.backupsTitle}</h2>
        {list.data.length === 0 ? (
          <p className="soft">{words.noBackups}</p>
        ) : (
          <ul className="console-rows device-rows">
            {list.data.map((backup) => (
              <BackupRow
                key={backup.id}
                device={device}
                backup={backup}
                status={statusOf(backup.path)}
                isOpened={backup === opened}
                address={addressOf(backup.id)}
              />
            ))}
          </ul>
        )}
        {device.may.includes('backups.create') && (
          <p className="console-buttons">
            <Button icon="add" onClick={() => setAdding(true)}>
              {words.backUp}
            </Button>
          </p>
        )}
      </section>
      {opened && (
        <BackupRuns place={place} device={device} backup={opened}>
          <Link className="button button-plain" href={addressOf()}>
            {words.close}
          </Link>
        </BackupRuns>
      )}
      {isAdding && <BackUpDialog device={device} onClose={() => setAdding(false)} />}
    </div>
  )
}
