import type { MachineJob } from '@holdfast/api/devices/fleet'
import { cancelJob, isOpen, useJobs } from '../../data/console/device-backups.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatMoment, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { Button } from '../../ui/button.tsx'
import type { DeviceRow } from '../parts/devices/device-row.ts'
import { Tag, type TagLook } from '../parts/tag.tsx'
import type { DevicePart } from './device-part.ts'
import { attempt, useIsConnected } from './device-refusal.tsx'

const LOOKS: Record<MachineJob['state'], TagLook> = {
  waiting: { kind: 'soft', icon: 'clock' },
  running: { kind: 'good', icon: 'clock' },
  done: { kind: 'good', icon: 'check' },
  failed: { kind: 'bad', icon: 'warn' },
  cancelled: { kind: 'soft' },
}

/** What a device does once and did, with how far it is. */
export function DeviceJobs({ device }: DevicePart) {
  const words = consoleWords().device
  const list = useJobs(device.id)
  if (list.isLoadingError) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <p className="soft">{t.general.loading}</p>
  const jobs = list.data.pages.flatMap(({ results }) => results)
  return (
    <section className="console-part">
      {jobs.length === 0 ? (
        <p className="soft">{words.noJobs}</p>
      ) : (
        <>
          <ul className="console-rows device-rows">
            {jobs.map((job) => (
              <JobRow key={job.id} device={device} job={job} />
            ))}
          </ul>
          <ListEnd list={list} />
        </>
      )}
    </section>
  )
}

function JobRow({ device, job }: { device: DeviceRow; job: MachineJob }) {
  const words = consoleWords().device
  const isConnected = useIsConnected(device)
  const { kind, path, state, done, total, created, finished, problems } = job
  const what =
    kind === 'restore'
      ? words.jobs.restore(shownName(path ?? '') || words.hiddenName)
      : words.jobs.remove_files
  const isUnderWay = isOpen(job)
  return (
    <li>
      <span className="console-row-what">
        <strong>
          <bdi>{what}</bdi>
        </strong>
        <small>
          {[
            formatMoment(finished ?? created),
            total === null
              ? done > 0 && words.doneFiles(done)
              : words.progress(formatCount(done), formatCount(total)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
        {isUnderWay && !isConnected && <small>{words.waits}</small>}
        {state === 'running' && total !== null && (
          <progress aria-label={what} max={Math.max(1, total)} value={Math.min(done, total)} />
        )}
        {problems.length > 0 && (
          <details>
            <summary>{words.jobProblems(problems.length)}</summary>
            <ul className="device-items">
              {problems.map((problem, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: hidden paths are all the same
                <li key={index}>
                  <bdi>{shownName(problem.path) || words.hiddenName}</bdi>{' '}
                  <small lang="en">{shownName(problem.reason)}</small>
                </li>
              ))}
            </ul>
          </details>
        )}
      </span>
      <Tag {...LOOKS[state]}>{words.jobStates[state]}</Tag>
      {isUnderWay && (
        <Button
          onClick={() => void attempt(device, isConnected, cancelJob(device.id, job.id), words.jobCancelled)}
        >
          {words.cancelJob}
        </Button>
      )}
    </li>
  )
}
