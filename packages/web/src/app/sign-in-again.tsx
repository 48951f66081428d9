import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { codeOf, problemOf } from '../data/errors.ts'
import { emailOf, type Session, signInHere } from '../data/session.ts'
import { isSignInAsked, onSignInAsked } from '../data/signed-out.ts'
import { t } from '../messages/words.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'

/** Over whatever is shown: nothing of what someone was doing is lost because a sign-in has ended. */
export function SignInAgain({ session, onDone }: { session: Session; onDone: () => void }) {
  const asked = useSyncExternalStore(onSignInAsked, isSignInAsked)
  return asked ? <SignInDialog email={emailOf(session)} onDone={onDone} /> : null
}

function SignInDialog({ email, onDone }: { email: string; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await signInHere(email, password, code)
      onDone()
    } catch (error) {
      if (codeOf(error) === 'missing_totp' && code === undefined) setCode('')
      setProblem(problemOf(error).words)
      setBusy(false)
    }
  }
  const here = encodeURIComponent(location.pathname + location.search)
  return (
    <Dialog title={t.signIn.title} onClose={() => {}} firm>
      <form onSubmit={(event) => void submit(event)}>
        <p>{t.signIn.why(email)}</p>
        {problem && (
          <p className="note note-bad" role="alert">
            {problem}
          </p>
        )}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Field
          label={t.signIn.password}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        {code !== undefined && (
          <Field
            label={t.signIn.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={setCode}
          />
        )}
        <p className="empty-actions">
          <a href={`/account/sign-in?to=${here}`}>{t.signIn.other}</a>
          <Button kind="primary" type="submit" busy={busy}>
            {t.signIn.button}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}
