import type { Backup, BackupRun } from '@holdfast/api/devices/backups'
import { type ReactNode, useState } from 'react'
import { useNewestRun, useRuns } from '../../data/console/device-backups.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatPoint, formatSize, shownName, timeOf } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { DevicePart } from './device-part.ts'
import { RestoreDialog } from './restore-dialog.tsx'

interface BackupRunsProps extends DevicePart {
  backup: Backup
  /** Beside its title. */
  children: ReactNode
}

/** The times that a backup can be restored as of. */
export function BackupRuns({ place, device, backup, children }: BackupRunsProps) {
  const words = consoleWords().device
  const newest = useNewestRun(device.id, backup.id, false).data
  const list = useRuns(device.id, backup.id, newest?.id)
  const [chosen, setChosen] = useState<BackupRun>()
  const runs = list.data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <section className="console-part">
      <header className="console-head">
        <h2>{words.restoreFrom(shownName(backup.path) || words.hiddenName)}</h2>
        <span className="console-acts">{children}</span>
      </header>
      <p className="soft">{words.restoreWhy}</p>
      {list.isLoadingError ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <p className="soft">{newest === null ? words.noRun : t.general.loading}</p>
      ) : (
        <>
          <ul className="console-rows device-rows">
            {runs.map((run) => (
              <RunRow key={run.id} run={run} onRestore={() => setChosen(run)} />
            ))}
          </ul>
          <ListEnd list={list} />
        </>
      )}
      {chosen && (
        <RestoreDialog
          place={place}
          device={device}
          backup={backup}
          run={chosen}
          onClose={() => setChosen(undefined)}
        />
      )}
    </section>
  )
}

function RunRow({ run, onRestore }: { run: BackupRun; onRestore: () => void }) {
  const words = consoleWords().device
  const time = formatPoint(timeOf(run.finished))
  return (
    <li>
      <Icon name={run.problem_count > 0 ? 'warn' : 'check'} />
      <span className="console-row-what">
        <strong>{time}</strong>
        <small>
          {words.ofFiles(run.files)} · {formatSize(run.bytes)}
        </small>
        {run.problem_count > 0 && (
          <details>
            <summary>{words.unread(run.problem_count)}</summary>
            <ul className="device-items">
              {run.problems.map(({ path, reason }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: hidden paths are all the same
                <li key={index}>
                  <bdi>{shownName(path) || words.hiddenName}</bdi>{' '}
                  <small lang="en">{shownName(reason)}</small>
                </li>
              ))}
            </ul>
          </details>
        )}
      </span>
      <Button onClick={onRestore}>
        {words.restoreThis}
        <span className="unseen"> {time}</span>
      </Button>
    </li>
  )
}
