import { Link } from 'wouter'
import { systemAddress } from '../../core/console/places.ts'
import { certificateOf, checkOf, GRADES, mailOf } from '../../core/console/system-health.ts'
import { useDueForDeletion } from '../../data/account/retention.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatMoment, formatSize } from '../../messages/format.ts'
import { now } from '../../platform/clock.ts'
import { Fact, Time } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icon.tsx'
import '../parts/banner.css'
import { DiskCard, ServersCard } from './servers-card.tsx'
import { SystemCard } from './system-card.tsx'
import type { SystemPart } from './system-part.ts'
import { BackupCard, VerifyCard } from './work-cards.tsx'

/** How the installation is, and what of it needs somebody. */
export const StatusPart = ({ status }: SystemPart) => (
  <>
    <RetentionPause />
    <div className="system-cards">
      <VersionCard status={status} />
      <DiskCard />
      <CertificateCard status={status} />
      <MailCard status={status} />
      <CheckCard status={status} />
      <BackupCard status={status} />
      <VerifyCard status={status} />
    </div>
    <ServersCard />
  </>
)

function RetentionPause() {
  const words = consoleWords().system.retention
  const until = useDueForDeletion().data?.paused_until
  if (!until) return null
  return (
    <div className="note console-banner" role="status">
      <Icon name="pause" />
      <p>
        <strong>{words.title}</strong> {words.why(formatMoment(until))} {words.how}
      </p>
    </div>
  )
}

function VersionCard({ status: { version, versions, database, store } }: SystemPart) {
  const { version: words, unknown } = consoleWords().system
  const isMixed = versions.length > 1
  return (
    <SystemCard
      title={words.title}
      grade={isMixed ? 'warn' : 'good'}
      why={isMixed ? `${words.mixed}. ${words.mixedWhy}` : undefined}
    >
      <dl className="console-facts">
        <Fact label={words.own}>{isMixed ? versions.join(', ') : version}</Fact>
        <Fact label={words.database}>
          {words.kinds[database.kind]} {database.version}
        </Fact>
        <Fact label={words.place}>
          <bdi className="system-place">{database.place}</bdi>
        </Fact>
        <Fact label={words.size}>
          {database.size === null || database.counted === null
            ? unknown
            : `${formatSize(database.size)}, ${words.counted(formatMoment(database.counted))}`}
        </Fact>
        <Fact label={words.store}>{words.stores[store.kind]}</Fact>
        <Fact label={words.place}>
          <bdi className="system-place">{store.place}</bdi>
        </Fact>
      </dl>
    </SystemCard>
  )
}

function CertificateCard({ status: { certificate } }: SystemPart) {
  const words = consoleWords().system.certificate
  const state = certificateOf(certificate, now())
  return (
    <SystemCard title={words.title} grade={GRADES.certificate[state]} why={words.states[state]}>
      {certificate && (
        <dl className="console-facts">
          <Fact label={words.ends}>
            <Time at={certificate.ends} />
          </Fact>
        </dl>
      )}
    </SystemCard>
  )
}

function MailCard({ status: { mail } }: SystemPart) {
  const words = consoleWords().system.mail
  const state = mailOf(mail, now())
  return (
    <SystemCard title={words.title} grade={GRADES.mail[state]} why={words.states[state]}>
      <dl className="console-facts">
        <Fact label={words.waiting}>{formatCount(mail.waiting)}</Fact>
        <Fact label={words.givenUp}>{formatCount(mail.given_up)}</Fact>
      </dl>
      <p className="console-buttons">
        <Link className="button button-plain" href={systemAddress('email')}>
          {words.show}
        </Link>
      </p>
    </SystemCard>
  )
}

function CheckCard({ status: { scrub } }: SystemPart) {
  const { check: words, never } = consoleWords().system
  const state = checkOf(scrub)
  return (
    <SystemCard title={words.title} grade={GRADES.check[state]} why={words.states[state]}>
      <dl className="console-facts">
        <Fact label={words.last}>{scrub.last ? <Time at={scrub.last} /> : never}</Fact>
        {scrub.progress !== null && <Fact label={words.round}>{words.percent(scrub.progress)}</Fact>}
        {scrub.damaged > 0 && <Fact label={words.damaged}>{formatCount(scrub.damaged)}</Fact>}
      </dl>
      <p className="console-buttons">
        <Link className="button button-plain" href={systemAddress('storage')}>
          {words.show}
        </Link>
      </p>
    </SystemCard>
  )
}
