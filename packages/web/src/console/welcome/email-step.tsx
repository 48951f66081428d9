import type { MailTest } from '@holdfast/api/oversight/setup'
import { useState } from 'react'
import { sendTestMail, setStep } from '../../data/console/setup.ts'
import { emailOf } from '../../data/service/session.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { MAIL_SETTINGS } from '../../messages/console/settings.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { StepProps } from './course.ts'
import { HowTo } from './how-to.tsx'

/** Whether emails leave: by one that is sent at once, with the answer of the mail server. */
export function EmailStep({ session, setup }: StepProps) {
  const words = consoleWords().welcome.email
  const [to, setTo] = useState(emailOf(session))
  const [result, setResult] = useState<MailTest>()
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
  const send = async () => {
    setResult(undefined)
    const answered = await sendTestMail(to.trim())
    setResult(answered)
    if (answered.ok) await setStep('email', 'done')
  }
  return (
    <>
      <p>{words.why}</p>
      <Form button={words.send} send={send}>
        <Field
          label={words.to}
          type="email"
          maxLength={254}
          hint={words.sending}
          value={to}
          onChange={setTo}
        />
      </Form>
      <div role="status">
        {result && (
          <p className={result.ok ? 'note note-good' : 'note note-bad'}>
            <Icon name={result.ok ? 'check' : 'warn'} />
            <span>
              {result.ok ? words.accepted : words.refused}
              <br />
              {words.answered(result.answer)}
            </span>
          </p>
        )}
      </div>
    </>
  )
}
