import type { AuthSource, ImportCounts } from '@holdfast/api/accounts/auth-sources'
import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { importNow } from '../../data/console/directories.ts'
import { may } from '../../data/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { toast } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Fact, Time } from '../../ui/facts.tsx'
import { Tag } from '../parts/tag.tsx'
import { directoryProblem, lastProblem, nameOf, stateOf } from './directory-words.ts'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { ScheduleForm } from './schedule-form.tsx'

/** How a directory is doing, and what can be done with it. */
export function DirectoryPage({ place, source }: { place: OrganizationMay; source: AuthSource }) {
  const words = consoleWords().directories
  const [, navigate] = useLocation()
  const [isRunning, setRunning] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const list = consoleAddress(place.id, 'directories')
  const addressOf = (tab: string) => consoleAddress(place.id, 'directories', { id: source.id, tab })
  const mayImport = may(place, 'people.add')
  const run = async () => {
    setRunning(true)
    try {
      await importNow(source)
      toast(words.imported)
    } catch (error) {
      toast(directoryProblem(error), { bad: true })
    }
    setRunning(false)
  }
  return (
    <>
      <header className="console-head">
        <h1>
          <bdi>{nameOf(source)}</bdi>
        </h1>
        <Tag kind={stateOf(source).look}>{stateOf(source).words}</Tag>
        <span className="console-acts">
          {source.last_import === null ? (
            <Link className="button button-primary" href={addressOf('setup')}>
              {words.finishSetup}
            </Link>
          ) : (
            <>
              <Link className="button button-plain" href={addressOf('import')}>
                {words.preview}
              </Link>
              {mayImport && (
                <Button kind="primary" icon="refresh" busy={isRunning} onClick={() => void run()}>
                  {words.runNow}
                </Button>
              )}
            </>
          )}
        </span>
      </header>
      <div className="console-two">
        <section className="console-part">
          <h2>{words.lastImport}</h2>
          <LastResult source={source} />
          <h2>{words.steps.schedule}</h2>
          <dl className="console-facts">
            <Fact label={words.nextImport}>
              {source.next_import ? <Time at={source.next_import} /> : words.byHand}
            </Fact>
          </dl>
          <ScheduleForm
            key={source.import_hours}
            source={source}
            button={words.save}
            onDone={() => toast(words.scheduled)}
          />
        </section>
        <section className="console-part">
          <h2>{words.settings}</h2>
          <Facts source={source} />
          <p className="console-buttons">
            <Link className="button button-plain" href={addressOf('settings')}>
              {words.change}
            </Link>
            <Button kind="bad" onClick={() => setLeaving(true)}>
              {words.disconnect}
            </Button>
          </p>
        </section>
      </div>
      {isLeaving && (
        <DisconnectDialog
          source={source}
          onClose={() => setLeaving(false)}
          onDone={() => navigate(list, { replace: true })}
        />
      )}
    </>
  )
}

function LastResult({ source }: { source: AuthSource }) {
  const words = consoleWords().directories
  const { last_import: last } = source
  if (!last) return <p className="soft">{words.states.none}</p>
  const problem = lastProblem(source)
  return (
    <>
      {problem && <p className="note note-bad">{problem}</p>}
      <dl className="console-facts">
        <Fact label={words.at}>
          <Time at={last.finished} />
        </Fact>
        {last.persons && <Fact label={words.people}>{countsIn(last.persons, 'disabled')}</Fact>}
        {last.groups && <Fact label={words.groups}>{countsIn(last.groups, 'deleted')}</Fact>}
      </dl>
    </>
  )
}

/** Only what happened; all that stayed as it was is one number. */
function countsIn(counts: ImportCounts, gone: 'disabled' | 'deleted') {
  const words = consoleWords().directories.counts
  return [
    counts.created > 0 && words.created(counts.created),
    counts.updated > 0 && words.updated(counts.updated),
    counts.disabled > 0 && words[gone](counts.disabled),
    counts.skipped > 0 && words.skipped(counts.skipped),
    words.unchanged(counts.unchanged),
  ]
    .filter(Boolean)
    .join(' · ')
}

function Facts({ source }: { source: AuthSource }) {
  const words = consoleWords().directories
  const security = source.ssl ? 'tls' : source.start_tls ? 'start_tls' : 'none'
  return (
    <dl className="console-facts">
      <Fact label={words.server}>
        <bdi>
          {source.host}:{source.port}
        </bdi>
      </Fact>
      <Fact label={words.security}>{words.securities[security]}</Fact>
      <Fact label={words.login}>
        <bdi>{shownName(source.login)}</bdi>
      </Fact>
      {source.domain && <Fact label={words.domain}>{source.domain}</Fact>}
      <Fact label={words.baseDn}>
        <bdi>{shownName(source.base_dn)}</bdi>
      </Fact>
      <Fact label={words.userFilter}>
        <span className="directory-filter">{source.user_filter}</span>
      </Fact>
      <Fact label={words.groupFilter}>
        <span className="directory-filter">{source.group_filter}</span>
      </Fact>
    </dl>
  )
}
