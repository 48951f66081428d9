import type { Setup } from '@holdfast/api/oversight/setup'
import { minutesApart } from '../../core/console/setup.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { TLS_SETTINGS } from '../../messages/console/settings.ts'
import { formatDay, timeOf } from '../../messages/format.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Icon } from '../../ui/icon.tsx'
import type { StepProps } from './course.ts'
import { HowTo } from './how-to.tsx'

interface Finding {
  good: boolean
  title: string
  why: string
}

/** How the browser reaches the service: what it sees itself counts, and what the server adds to it. */
export function AddressStep({ setup: { probe }, askedAt }: StepProps) {
  const words = consoleWords().welcome.address
  const matches = new URL(probe.address).origin === location.origin
  const apart = minutesApart(timeOf(probe.clock), askedAt)
  const findings: Finding[] = [
    { good: true, title: words.reached, why: words.reachedBy(probe.host) },
    connectionOf(probe, askedAt),
    matches
      ? { good: true, title: words.matches, why: words.matchesWhy }
      : { good: false, title: words.differs, why: words.differsWhy(probe.address) },
    apart === undefined
      ? { good: true, title: words.clock, why: words.clockWhy }
      : { good: false, title: words.clockWrong(apart), why: words.clockWrongWhy },
  ]
  return (
    <>
      <p>{words.why}</p>
      <p className="welcome-address">
        <span className="soft">{words.label}</span>
        <strong>{location.origin}</strong>
        <Button icon="copy" onClick={() => void copyText(location.origin, words.copied)}>
          {words.copy}
        </Button>
      </p>
      <ul className="console-rows welcome-findings" aria-live="polite">
        {findings.map(({ good, title, why }) => (
          <li key={title} className={good ? 'welcome-good' : 'welcome-warn'}>
            <Icon name={good ? 'check' : 'warn'} />
            <span className="console-row-what">
              <strong>{title}</strong>
              <small>{why}</small>
            </span>
          </li>
        ))}
      </ul>
      {probe.certificate?.self_signed && (
        <HowTo
          title={words.how}
          why={words.howWhy}
          settings={TLS_SETTINGS}
          page="/docs/install#a-certificate-that-browsers-trust"
          link={words.howLink}
        />
      )}
    </>
  )
}

function connectionOf({ certificate }: Setup['probe'], now: number): Finding {
  const words = consoleWords().welcome.address
  if (location.protocol !== 'https:') return { good: false, title: words.plain, why: words.plainWhy }
  if (!certificate) return { good: true, title: words.byProxy, why: words.byProxyWhy }
  const day = formatDay(certificate.ends)
  if (timeOf(certificate.ends) <= now) return { good: false, title: words.ended(day), why: words.endedWhy }
  if (certificate.self_signed) return { good: false, title: words.selfSigned, why: words.selfSignedWhy }
  return { good: true, title: words.valid(day), why: words.validWhy }
}
