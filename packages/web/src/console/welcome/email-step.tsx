import { setStep } from '../../data/console/setup.ts'
import { emailOf } from '../../data/service/session.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { MAIL_SETTINGS } from '../../messages/console/settings.ts'
import { TestMail } from '../parts/test-mail.tsx'
import type { StepProps } from './course.ts'
import { HowTo } from './how-to.tsx'

/** Whether emails leave: by one that is sent at once, with the answer of the mail server. */
export function EmailStep({ session, setup }: StepProps) {
  const words = consoleWords().welcome.email
  if (setup.probe.mail === 'none')
    return (
      <>
        <p>{words.why}</p>
        <p className="note">
          <strong>{words.none}</strong> {words.noneWhy}
        </p>
        <HowTo
          title={words.how}
          why={words.howWhy}
          settings={MAIL_SETTINGS}
          page="/docs/operations#email-server"
          link={words.howLink}
        />
      </>
    )
  return (
    <>
      <p>{words.why}</p>
      <TestMail own={emailOf(session)} onAccepted={() => setStep('email', 'done')} />
    </>
  )
}
