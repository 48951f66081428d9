import { useState } from 'react'
import type { Session } from '../../data/service/session.ts'
import { emailOf } from '../../data/service/session.ts'
import { t } from '../../messages/words.ts'
import { Form, FormProblem } from '../../ui/answers/form.tsx'
import { CheckField, PasswordField } from '../../ui/field.tsx'
import { setOwnPassword } from './own-account.ts'

/** A new password for who knows the current one. */
export function PasswordForm({ session, onDone }: { session: Session; onDone: () => void }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const [endAppPasswords, setEndAppPasswords] = useState(false)
  const send = async () => {
    if (next !== again) throw new FormProblem(t.account.password.differ)
    await setOwnPassword(session, { current, next, endAppPasswords })
    for (const empty of [setCurrent, setNext, setAgain]) empty('')
    onDone()
  }
  const words = t.account.password
  return (
    <Form
      button={words.set}
      send={send}
      refusals={{
        forbidden: words.wrong,
        invalid_request: words.weak,
        password_unchanged: words.unchanged,
      }}
    >
      <input type="hidden" name="username" autoComplete="username" value={emailOf(session)} readOnly />
      <PasswordField label={words.current} kind="current" value={current} onChange={setCurrent} />
      <PasswordField label={words.next} kind="new" value={next} onChange={setNext} hint={words.hint} />
      <PasswordField label={words.again} kind="new" value={again} onChange={setAgain} />
      {session.who_type === 'person' && (
        <CheckField label={words.endAppPasswords} checked={endAppPasswords} onChange={setEndAppPasswords} />
      )}
    </Form>
  )
}
