import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { inPath, stepsTo } from '../../core/console/device-paths.ts'
import { consoleAddress } from '../../core/console/places.ts'
import { useDeviceFolders } from '../../data/console/device-folders.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { BackUpDialog } from './backup-dialog.tsx'
import type { DevicePart } from './device-part.ts'
import { Refused } from './device-refusal.tsx'
import { MapDialog } from './map-dialog.tsx'

/** The folders on the disks of a connected device, as far as it shows them. */
export function DeviceBrowse({ place, device }: DevicePart) {
  const words = consoleWords().device
  const [, navigate] = useLocation()
  const path = new URLSearchParams(useSearch()).get('path') ?? undefined
  const folders = useDeviceFolders(device.id, path)
  const [wanted, setWanted] = useState<{ what: 'backup' | 'map'; path: string }>()
  const addressOf = (to: string | undefined) =>
    consoleAddress(place.id, 'devices', {
      id: device.id,
      tab: 'browse',
      query: to === undefined ? '' : `?path=${encodeURIComponent(to)}`,
    })
  const menu = (of: string): MenuItem[] => {
    const items: (MenuItem | false)[] = [
      device.may.includes('backups.create') && {
        id: 'backup',
        icon: 'restore',
        label: words.backUpThis,
        run: () => setWanted({ what: 'backup', path: of }),
      },
      device.kind === 'server' &&
        device.may.includes('devices.change') && {
          id: 'map',
          icon: 'people',
          label: words.mapThis,
          run: () => setWanted({ what: 'map', path: of }),
        },
    ]
    return items.filter((item) => item !== false)
  }
  const close = () => setWanted(undefined)
  return (
    <section className="console-part">
      <nav className="console-crumbs" aria-label={words.path}>
        <ol>
          <li>
            <Link href={addressOf(undefined)}>{words.browseTop}</Link>
          </li>
          {path !== undefined &&
            stepsTo(path).map((step) => (
              <li key={step.path}>
                <Link href={addressOf(step.path)} aria-current={step.path === path ? 'page' : undefined}>
                  <bdi>{shownName(step.name)}</bdi>
                </Link>
              </li>
            ))}
        </ol>
      </nav>
      <p className="soft">{words.browseWhy}</p>
      {folders.data ? (
        folders.data.length === 0 ? (
          <p>{words.noFolders}</p>
        ) : (
          <ul className="console-rows device-rows">
            {folders.data.map((name) => {
              const to = inPath(path, name)
              return (
                <li key={name}>
                  <Icon name="folder" />
                  <span className="console-row-what">
                    <Link href={addressOf(to)}>
                      <bdi>{shownName(name)}</bdi>
                    </Link>
                  </span>
                  {menu(to).length > 0 && (
                    <MenuButton
                      icon="more"
                      label={consoleWords().table.actionsOf(shownName(name))}
                      items={() => menu(to)}
                    />
                  )}
                </li>
              )
            })}
          </ul>
        )
      ) : folders.error ? (
        <Refused device={device} error={folders.error} onRetry={() => void folders.refetch()} />
      ) : (
        <p className="soft">{t.general.loading}</p>
      )}
      {wanted?.what === 'backup' && (
        <BackUpDialog
          device={device}
          path={wanted.path}
          onDone={() => navigate(consoleAddress(place.id, 'devices', { id: device.id, tab: 'backups' }))}
          onClose={close}
        />
      )}
      {wanted?.what === 'map' && (
        <MapDialog place={place} device={device} path={wanted.path} onClose={close} />
      )}
    </section>
  )
}
