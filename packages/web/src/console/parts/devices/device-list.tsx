import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { OrganizationId } from '@holdfast/api/ids'
import { consoleAddress } from '../../../core/console/places.ts'
import { consoleWords } from '../../../messages/console/console-words.ts'
import { formatSize, formatTime, shownName } from '../../../messages/format.ts'
import type { MenuItem } from '../../../ui/menu.tsx'
import type { Column } from '../columns.ts'
import type { RowForm } from '../data-table.tsx'
import { ShortTime } from '../short-time.tsx'
import { showActivity } from '../show-activity.ts'
import type { DeviceRow, WantedDevice } from './device-row.ts'
import { DeviceStateTag } from './device-state.tsx'

export const DEVICE_SORTS = ['name', 'seen', 'created']

export function deviceColumns(): readonly Column<DeviceRow>[] {
  const { devices: words, table } = consoleWords()
  const { columns: names } = words
  return [
    {
      id: 'state',
      label: names.state,
      rank: 1,
      width: 9.25,
      cell: (row) => <DeviceStateTag {...row} />,
    },
    {
      id: 'owner',
      label: names.owner,
      rank: 3,
      cell: ({ owner, organization }) =>
        owner && (
          <a href={consoleAddress(organization.id as OrganizationId, 'people', { id: owner.id as number })}>
            <bdi>{shownName(owner.name)}</bdi>
          </a>
        ),
    },
    {
      id: 'seen',
      fields: ['seen_at'],
      label: names.seen,
      sort: 'down',
      rank: 2,
      cell: ({ seen_at }) => (seen_at ? <ShortTime at={seen_at} /> : table.never),
    },
    {
      id: 'version',
      label: names.version,
      rank: 4,
      width: 6.5,
      cell: ({ version, outdated }) => (
        <>
          {version && shownName(version)}
          {outdated && <span className="data-below warn">{words.outdated}</span>}
        </>
      ),
    },
    {
      id: 'free_space',
      label: names.free_space,
      isNumber: true,
      rank: 4,
      width: 5.5,
      cell: ({ free_space, total_space }) =>
        free_space !== null &&
        total_space !== null && (
          <span title={words.freeOf(formatSize(free_space), formatSize(total_space))}>
            {formatSize(free_space)}
          </span>
        ),
    },
    { id: 'system', label: names.system, isExtra: true, rank: 5, cell: ({ system }) => system },
    { id: 'kind', label: names.kind, isExtra: true, rank: 5, cell: ({ kind }) => words.kinds[kind] },
    {
      id: 'created',
      label: names.created,
      sort: 'down',
      isExtra: true,
      rank: 5,
      cell: ({ created }) => <ShortTime at={created} />,
    },
  ]
}

/** How a device is drawn in a list. */
export function deviceForm(
  place: OrganizationMay,
  onWanted: (wanted: WantedDevice) => void,
): RowForm<DeviceRow> {
  const { devices: words, table } = consoleWords()
  return {
    name: ({ name }) => shownName(name),
    address: ({ id, organization }) => consoleAddress(organization.id as OrganizationId, 'devices', { id }),
    facts: ({ organization, owner, seen_at }) =>
      words.facts(
        organization.id === place.id ? undefined : shownName(organization.name),
        owner ? shownName(owner.name) : undefined,
        seen_at ? formatTime(seen_at) : table.never,
      ),
    menu: (row) => [
      ...menuOf(row, onWanted),
      showActivity({ organization: row.organization, by: 'device', id: row.id as number }),
    ],
  }
}

function menuOf(row: DeviceRow, onWanted: (wanted: WantedDevice) => void): MenuItem[] {
  const words = consoleWords().devices
  if (!row.may.includes('devices.change')) return []
  const items: (MenuItem | false)[] = [
    { id: 'rename', icon: 'edit', label: words.rename, run: () => onWanted({ what: 'rename', row }) },
    row.state !== 'signed_out' && {
      id: 'sign_out',
      icon: 'lock',
      bad: true,
      label: words.signOut,
      run: () => onWanted({ what: 'sign_out', row }),
    },
  ]
  return items.filter((item) => item !== false)
}
