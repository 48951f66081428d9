import type { Backup } from '@holdfast/api/devices/backups'
import type { MachineStatus } from '@holdfast/api/devices/machines'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  changeSchedule,
  deleteBackup,
  runNow,
  useNewestRun,
  useSchedule,
} from '../../data/console/device-backups.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatMoment, formatSize, shownName } from '../../messages/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { AskDialog } from '../parts/ask-dialog.tsx'
import type { DeviceRow } from '../parts/devices/device-row.ts'
import { scheduleWords } from '../parts/devices/schedule-words.ts'
import { Tag } from '../parts/tag.tsx'
import { attempt, useIsConnected } from './device-refusal.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'

interface BackupRowProps {
  device: DeviceRow
  backup: Backup
  /** How its folder is, as the device says; undefined where that is not known. */
  status: MachineStatus['subscriptions'][number] | undefined
  isOpened: boolean
  /** Where it can be restored from. */
  address: string
}

/** One folder that is backed up: when that was done last, and when it is done next. */
export function BackupRow({ device, backup, status, isOpened, address }: BackupRowProps) {
  const { device: words, table } = consoleWords()
  const of = { machine_id: device.id, root_id: backup.id }
  const [wanted, setWanted] = useState<'schedule' | 'remove'>()
  // The run that was the newest when another was begun: until there is one, it is asked for.
  const [begunAfter, setBegunAfter] = useState<number | null>()
  const isConnected = useIsConnected(device)
  const why = status?.synced === false ? status.excl_files[0]?.reason : undefined
  const isAwaited = begunAfter !== undefined && isConnected && why === undefined
  const isWorking = status?.synced === false && why === undefined
  const newest = useNewestRun(device.id, backup.id, isAwaited || isWorking)
  const schedule = useSchedule(device.id, backup.id)
  const run = newest.data
  if (begunAfter !== undefined && run !== undefined && (run?.id ?? null) !== begunAfter)
    setBegunAfter(undefined)
  const isRunning = isAwaited || isWorking
  const name = shownName(backup.path) || words.hiddenName
  const isPaused = schedule.data?.paused === true
  const mayChange = device.may.includes('devices.change')
  const begin = async () => {
    if (await attempt(device, isConnected, runNow(of), words.runStarted)) setBegunAfter(run?.id ?? null)
  }
  const menu = (): MenuItem[] => {
    const items: (MenuItem | false)[] = [
      device.may.includes('backups.create') && {
        id: 'run',
        icon: 'play',
        label: words.runNow,
        run: () => void begin(),
      },
      {
        id: 'schedule',
        icon: 'clock',
        label: words.schedule,
        run: () => setWanted('schedule'),
      },
      {
        id: 'pause',
        icon: isPaused ? 'play' : 'pause',
        label: isPaused ? words.resume : words.pause,
        run: () =>
          void attempt(
            device,
            isConnected,
            changeSchedule(of, { paused: !isPaused }),
            isPaused ? words.resumed : words.pausedNow,
          ),
      },
      { id: 'remove', icon: 'trash', bad: true, label: words.remove, run: () => setWanted('remove') },
    ]
    return items.filter((item) => item !== false)
  }
  const close = () => setWanted(undefined)
  return (
    <li>
      <Icon name="folder" />
      <span className="console-row-what">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <small>
          {run
            ? [
                words.lastRun(formatMoment(run.finished)),
                words.ofFiles(run.files),
                formatSize(run.bytes),
                run.problem_count > 0 && words.unread(run.problem_count),
              ]
                .filter(Boolean)
                .join(' · ')
            : run === null && words.noRun}
        </small>
        {schedule.data && <small>{scheduleWords(schedule.data)}</small>}
        {why !== undefined && <small lang="en">{shownName(why)}</small>}
        {run && device.may.includes('backups.restore') && (
          <Link href={address} aria-current={isOpened ? 'true' : undefined}>
            {words.showRuns}
            <span className="unseen"> {name}</span>
          </Link>
        )}
      </span>
      {why !== undefined ? (
        <Tag kind="bad" icon="warn">
          {words.rootFailed}
        </Tag>
      ) : isRunning ? (
        <Tag kind="good" icon="clock">
          {words.running}
        </Tag>
      ) : isPaused ? (
        <Tag kind="soft" icon="pause">
          {words.paused}
        </Tag>
      ) : null}
      {mayChange && <MenuButton icon="more" label={table.actionsOf(name)} items={menu} />}
      {wanted === 'schedule' && schedule.data && (
        <ScheduleDialog of={of} name={name} schedule={schedule.data} onClose={close} />
      )}
      {wanted === 'remove' && (
        <AskDialog
          title={words.removeTitle(name)}
          why={words.removeWhy}
          button={words.removeButton}
          bad
          act={() => deleteBackup(of)}
          done={words.removed}
          onClose={close}
        />
      )}
    </li>
  )
}
