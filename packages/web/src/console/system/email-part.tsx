import { Link } from 'wouter'
import { systemAddress } from '../../core/console/places.ts'
import { GRADES, mailOf } from '../../core/console/system-health.ts'
import { ownEmail } from '../../data/service/session.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount } from '../../messages/format.ts'
import { now } from '../../platform/clock.ts'
import { Fact, Time } from '../../ui/facts.tsx'
import { TestMail } from '../parts/test-mail.tsx'
import { SystemCard } from './system-card.tsx'
import type { SystemPart } from './system-part.ts'

/** How emails leave, and whether they do. */
export function EmailPart({ status: { mail } }: SystemPart) {
  const { system, welcome } = consoleWords()
  const words = system.mail
  const state = mailOf(mail, now())
  return (
    <div className="console-two">
      <div className="console-column">
        <SystemCard title={words.settings} grade={GRADES.mail[state]} why={words.states[state]}>
          <dl className="console-facts">
            <Fact label={words.server}>
              {mail.host === null ? (
                system.none
              ) : (
                <bdi>
                  {mail.host}:{mail.port}
                </bdi>
              )}
            </Fact>
            {mail.encryption && <Fact label={words.encryption}>{words.encryptions[mail.encryption]}</Fact>}
            {mail.host !== null && <Fact label={words.signsIn}>{mail.signs_in ? words.yes : words.no}</Fact>}
            <Fact label={words.from}>
              <bdi>{mail.from}</bdi>
            </Fact>
            <Fact label={words.waiting}>{formatCount(mail.waiting)}</Fact>
            {mail.oldest && (
              <Fact label={words.oldest}>
                <Time at={mail.oldest} />
              </Fact>
            )}
            <Fact label={words.givenUp}>{formatCount(mail.given_up)}</Fact>
          </dl>
          <p className="soft">
            {words.settingsWhy} <a href="/docs/operations#email-server">{welcome.email.howLink}</a>
          </p>
          <p className="console-buttons">
            <Link className="button button-plain" href={systemAddress('jobs')}>
              {words.showJobs}
            </Link>
          </p>
        </SystemCard>
      </div>
      <section className="console-part">
        <h2>{words.test}</h2>
        <TestMail own={ownEmail()} />
      </section>
    </div>
  )
}
