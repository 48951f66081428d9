import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { BACKUP_VIEWS, type BackupState, tableBackups } from '@holdfast/api/oversight/backup-table'
import type { BackupAction } from '@holdfast/api/oversight/device-bulk'
import { useState } from 'react'
import { consoleAddress } from '../../core/console/places.ts'
import { exactly } from '../../core/list/selection.ts'
import type { RowOf } from '../../data/console/table.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatSize, formatTime, shownName } from '../../messages/format.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import type { Column } from '../parts/columns.ts'
import { scheduleWords } from '../parts/devices/schedule-words.ts'
import { type ListForm, ListScreen } from '../parts/list-screen.tsx'
import { ShortTime } from '../parts/short-time.tsx'
import { showActivity } from '../parts/show-activity.ts'
import { Tag, type TagLook } from '../parts/tag.tsx'
import { BackupsBulk, type BackupsWish, backupsActions } from './backups-bulk.tsx'

type Row = RowOf<typeof tableBackups>

const LOOKS: Record<BackupState, TagLook> = {
  paused: { kind: 'soft', icon: 'pause' },
  failing: { kind: 'bad', icon: 'warn' },
  never: { kind: 'warn' },
  late: { kind: 'bad', icon: 'clock' },
  unread: { kind: 'warn', icon: 'warn' },
  fine: { kind: 'good' },
}
/** Of one row, whatever the list shows. */
const ALONE = { q: '', sort: 'run', filters: {}, cursor: undefined }

/** The backups of all devices of an organization, or of all below it too; those that were made longest ago first. */
export function BackupsScreen({ place }: { place: OrganizationMay }) {
  const { backups: words, table } = consoleWords()
  const [wish, setWish] = useState<BackupsWish>()
  const form: ListForm<typeof tableBackups> = {
    op: tableBackups,
    table: { sorts: ['run', 'created'], filters: ['view', 'machine', 'person'] },
    title: words.list,
    nameLabel: words.columns.name,
    search: words.search,
    icon: 'restore',
    views: [['', words.views.all], ...BACKUP_VIEWS.map((view) => [view, words.views[view]] as const)],
    filters: [
      {
        id: 'machine',
        label: words.filters.machine,
        kind: 'named',
        nameIn: ([row]) => (row ? shownName((row as Row).machine.name) : undefined),
      },
      {
        id: 'person',
        label: words.filters.person,
        kind: 'named',
        nameIn: ([row]) =>
          (row as Row | undefined)?.owner ? shownName((row as Row).owner?.name ?? '') : undefined,
      },
    ],
    columns: columns(),
    row: {
      isUnsorted: true,
      name: ({ name }) => shownName(name),
      address: addressOf,
      below: ({ hidden, path }) => <bdi>{hidden ? table.hidden : shownName(path)}</bdi>,
      facts: (row) =>
        words.facts([
          row.organization.id === place.id ? undefined : shownName(row.organization.name),
          row.owner ? shownName(row.owner.name) : undefined,
          words.lastRun(row.last_run ? formatTime(row.last_run) : table.never),
        ]),
      menu: (row) =>
        menuOf(row, (action) =>
          setWish({
            action,
            selection: exactly([row.id as number], 0),
            state: { ...ALONE, below: row.organization.id !== place.id },
            onDone: () => {},
          }),
        ),
    },
    bulk: (chosen) => backupsActions((action) => setWish({ action, ...chosen })),
    empty: { title: words.empty, why: words.emptyWhy, noneMatch: words.noneMatch },
  }
  return (
    <>
      <ListScreen place={place} form={form} />
      {wish && <BackupsBulk place={place} wish={wish} onClose={() => setWish(undefined)} />}
    </>
  )
}

/** Its runs, and the way back for what they have, are with its device. */
const addressOf = ({ id, machine, organization }: Row): string =>
  consoleAddress(organization.id, 'devices', { id: machine.id, tab: 'backups', query: `?backup=${id}` })

function menuOf(row: Row, onWish: (action: BackupAction) => void): MenuItem[] {
  const { acts } = consoleWords().backups
  const act = row.paused
    ? ({ id: 'resume', icon: 'play', label: acts.resume.label } as const)
    : ({ id: 'pause', icon: 'pause', label: acts.pause.label } as const)
  return [
    ...(row.may.includes('devices.change')
      ? [
          { id: 'run', icon: 'refresh', label: acts.run.label, run: () => onWish('run') } as const,
          { ...act, run: () => onWish(act.id) },
        ]
      : []),
    showActivity({ organization: row.organization, by: 'device', id: row.machine.id as number }),
  ]
}

function columns(): readonly Column<Row>[] {
  const { backups: words, table } = consoleWords()
  const { columns: names } = words
  return [
    {
      id: 'state',
      fields: ['state', 'unread'],
      label: names.state,
      rank: 1,
      width: 10.75,
      cell: ({ state, unread }) => (
        <Tag {...LOOKS[state]} title={unread > 0 ? words.unread(unread) : undefined}>
          {words.states[state]}
        </Tag>
      ),
    },
    {
      id: 'run',
      fields: ['last_run'],
      label: names.run,
      sort: 'up',
      rank: 2,
      cell: ({ last_run }) => (last_run ? <ShortTime at={last_run} /> : table.never),
    },
    {
      id: 'owner',
      label: names.owner,
      rank: 4,
      cell: ({ owner, organization }) =>
        owner && (
          <a href={consoleAddress(organization.id, 'people', { id: owner.id })}>
            <bdi>{shownName(owner.name)}</bdi>
          </a>
        ),
    },
    { id: 'stored', label: names.stored, isNumber: true, rank: 3, cell: ({ stored }) => formatSize(stored) },
    {
      id: 'schedule',
      fields: ['every_minutes', 'window_start', 'window_end', 'paused'],
      label: names.schedule,
      rank: 5,
      width: 10,
      cell: (row) => scheduleWords(row),
    },
    {
      id: 'files',
      label: names.files,
      isNumber: true,
      isExtra: true,
      rank: 5,
      cell: ({ files }) => formatCount(files),
    },
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
