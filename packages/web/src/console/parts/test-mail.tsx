import type { MailTest } from '@holdfast/api/oversight/setup'
import { useState } from 'react'
import { sendTestMail } from '../../data/console/setup.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'

interface TestMailProps {
  /** To whom it goes unless somebody says otherwise. */
  own: string
  onAccepted?: () => Promise<unknown>
}

/** Sends an email at once, and shows what the mail server answers. */
export function TestMail({ own, onAccepted }: TestMailProps) {
  const words = consoleWords().welcome.email
  const [to, setTo] = useState(own)
  const [result, setResult] = useState<MailTest>()
  const send = async () => {
    setResult(undefined)
    const answered = await sendTestMail(to.trim())
    setResult(answered)
    if (answered.ok) await onAccepted?.()
  }
  return (
    <>
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
