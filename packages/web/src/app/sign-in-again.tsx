import { useState } from 'react'
import { codeOf } from '../data/service/errors.ts'
import { emailOf, type Session, signInHere } from '../data/service/session.ts'
import { signInWanted } from '../data/service/signed-out.ts'
import { t } from '../messages/words.ts'
import { useWatched } from '../platform/use-watched.ts'
import { Form } from '../ui/answers/form.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CodeField, PasswordField } from '../ui/field.tsx'

/** Over whatever is shown: nothing of what someone was doing is lost because a sign-in has ended. */
export function SignInAgain({ session, onDone }: { session: Session; onDone: () => void }) {
  return useWatched(signInWanted) ? <SignInDialog email={emailOf(session)} onDone={onDone} /> : null
}

function SignInDialog({ email, onDone }: { email: string; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string>()
  const send = async () => {
    try {
      await signInHere(email, password, code)
      onDone()
    } catch (error) {
      if (codeOf(error) === 'missing_totp' && code === undefined) setCode('')
      throw error
    }
  }
  const here = encodeURIComponent(location.pathname + location.search)
  return (
    <Dialog title={t.signIn.title} onClose={() => {}} firm>
      <p>{t.signIn.why(email)}</p>
      <Form
        button={t.signIn.button}
        send={send}
        aside={<a href={`/account/sign-in?to=${here}`}>{t.signIn.other}</a>}
      >
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField label={t.signIn.password} kind="current" value={password} onChange={setPassword} />
        {code !== undefined && <CodeField label={t.signIn.code} value={code} onChange={setCode} />}
      </Form>
    </Dialog>
  )
}
