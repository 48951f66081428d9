import { MOST_COUNTED } from '@holdfast/api/oversight/system'
import {
  SYSTEM_JOB_STATES,
  type SystemJob,
  type SystemJobKind,
  type SystemJobState,
} from '@holdfast/api/oversight/system-jobs'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { systemAddress } from '../../core/console/places.ts'
import { firstJobsOf } from '../../core/console/system-health.ts'
import { dropJob, retryJob, useSystemJobs } from '../../data/console/system.ts'
import { problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatMoment, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { AskDialog } from '../parts/ask-dialog.tsx'
import '../parts/report-tiles.css'
import { Tag, type TagLook } from '../parts/tag.tsx'
import type { SystemPart } from './system-part.ts'

const LOOKS: Record<SystemJobState, TagLook> = {
  waiting: { kind: 'soft', icon: 'clock' },
  running: { kind: 'good', icon: 'clock' },
  failing: { kind: 'warn', icon: 'warn' },
  given_up: { kind: 'bad', icon: 'warn' },
}

const nameOf = ({ kind }: Pick<SystemJob, 'kind'>): string => {
  const { kinds, jobs } = consoleWords().system
  // One of another version may be there, too.
  return Object.hasOwn(kinds, kind) ? kinds[kind as SystemJobKind] : jobs.other(shownName(kind))
}

/** What the servers do in the background, by how it goes. */
export function JobsPart({ status: { jobs: counts } }: SystemPart) {
  const { jobs: words, atLeast } = consoleWords().system
  const [, navigate] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('state')
  const [first] = useState(() => firstJobsOf(counts))
  const state = SYSTEM_JOB_STATES.find((one) => one === asked) ?? first
  return (
    <>
      <p className="soft">{words.why}</p>
      <ul className="report-tiles" aria-label={words.list}>
        {SYSTEM_JOB_STATES.map((one) => (
          <li key={one}>
            <button
              type="button"
              aria-pressed={one === state}
              onClick={() => navigate(systemAddress('jobs', `?state=${one}`), { replace: true })}
            >
              <b className={one === 'given_up' && counts[one] > 0 ? 'bad' : undefined}>
                {counts[one] >= MOST_COUNTED ? atLeast(formatCount(counts[one])) : formatCount(counts[one])}
              </b>
              <span>{words.states[one]}</span>
            </button>
          </li>
        ))}
      </ul>
      <JobList key={state} state={state} />
    </>
  )
}

function JobList({ state }: { state: SystemJobState }) {
  const words = consoleWords().system.jobs
  const list = useSystemJobs(state)
  const [dropped, setDropped] = useState<SystemJob>()
  if (list.isLoadingError) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <p className="soft">{t.general.loading}</p>
  const jobs = list.data.pages.flatMap(({ results }) => results)
  if (jobs.length === 0) return <p className="soft">{words.empty[state]}</p>
  return (
    <section className="console-part">
      <ul className="console-rows device-rows">
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} onDrop={() => setDropped(job)} />
        ))}
      </ul>
      <ListEnd list={list} />
      {dropped && (
        <AskDialog
          bad
          title={words.dropTitle}
          why={dropped.kind === 'send_mail' ? words.dropMail : words.dropWhy}
          button={words.dropButton}
          act={() => dropJob(dropped.id)}
          done={words.dropped}
          onClose={() => setDropped(undefined)}
        />
      )}
    </section>
  )
}

function JobRow({ job, onDrop }: { job: SystemJob; onDrop: () => void }) {
  const words = consoleWords().system.jobs
  const { state, attempts, next, given_up, created, organization, error } = job
  const facts = [
    organization && shownName(organization.name),
    attempts > 0 && words.attempts(attempts),
    given_up !== null
      ? words.givenUp(formatMoment(given_up))
      : next !== null && attempts > 0
        ? words.next(formatMoment(next))
        : words.created(formatMoment(created)),
  ]
  return (
    <li>
      <span className="console-row-what">
        <strong>{nameOf(job)}</strong>
        <small>
          <bdi>{facts.filter(Boolean).join(' · ')}</bdi>
        </small>
        {error !== null && (
          <small lang="en" className="system-error">
            {shownName(error)}
          </small>
        )}
        {state === 'given_up' && !job.droppable && <small>{words.notDroppable}</small>}
      </span>
      <Tag {...LOOKS[state]}>{words.states[state]}</Tag>
      {state !== 'running' && (
        <MenuButton
          icon="more"
          label={consoleWords().table.actionsOf(`${nameOf(job)} ${job.id}`)}
          items={() => menuOf(job, onDrop)}
        />
      )}
    </li>
  )
}

function menuOf(job: SystemJob, onDrop: () => void) {
  const words = consoleWords().system.jobs
  const retry = async () => {
    try {
      await retryJob(job.id)
      toast(words.retried)
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
  }
  return [
    { id: 'retry', label: words.retry, run: () => void retry() },
    ...(job.droppable ? [{ id: 'drop', label: words.drop, bad: true, run: onDrop }] : []),
  ]
}
