import { Link } from 'wouter'
import { SYSTEM_TABS, type SystemTab, systemAddress } from '../../core/console/places.ts'
import { useSystemStatus } from '../../data/console/system.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { EmailPart } from './email-part.tsx'
import { JobsPart } from './jobs-part.tsx'
import { LogPart } from './log-part.tsx'
import { StatusPart } from './status-part.tsx'
import { StoragePart } from './storage-part.tsx'
import type { SystemPart } from './system-part.ts'
import './system.css'

/** The installation as a whole, for those who run it. */
export function SystemScreen({ tab = 'status' }: { tab: string | undefined }) {
  const words = consoleWords().system
  const { data: status, error, refetch } = useSystemStatus()
  if (!status)
    return error ? (
      <ProblemScreen error={error} onRetry={() => void refetch()} />
    ) : (
      <p className="soft">{t.general.loading}</p>
    )
  const shown = SYSTEM_TABS.find((one) => one === tab) ?? 'status'
  return (
    <>
      <header className="console-head">
        <h1>{words.title}</h1>
      </header>
      <nav className="console-tabs" aria-label={words.parts}>
        {SYSTEM_TABS.map((one) => (
          <Link key={one} href={systemAddress(one)} aria-current={one === shown ? 'page' : undefined}>
            {words.tabs[one]}
          </Link>
        ))}
      </nav>
      {partOf(shown, { status })}
    </>
  )
}

function partOf(tab: SystemTab, given: SystemPart) {
  switch (tab) {
    case 'status':
      return <StatusPart {...given} />
    case 'jobs':
      return <JobsPart {...given} />
    case 'email':
      return <EmailPart {...given} />
    case 'storage':
      return <StoragePart {...given} />
    case 'log':
      return <LogPart {...given} />
  }
}
