import { type FormEvent, useState } from 'react'
import { problemOf } from '../../data/errors.ts'
import { type Session, signOut } from '../../data/session.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FirstTwoStep } from './first-two-step.tsx'
import { setOwnPassword } from './own-account.ts'
import './first.css'

/** What someone has to do before anything else: it takes the whole window until it is done. */
export function FirstScreen({ session }: { session: Session }) {
  if (session.duty === 'sign_in') {
    location.replace('/account/sign-in')
    return null
  }
  return (
    <main className="first">
      <div className="first-card">
        {session.duty === 'set_password' ? <FirstPassword session={session} /> : <FirstTwoStep />}
        <p>
          <Button
            icon="signOut"
            onClick={() => void signOut().finally(() => location.assign('/account/sign-in'))}
          >
            {t.navigation.signOut}
          </Button>
        </p>
      </div>
    </main>
  )
}

function FirstPassword({ session }: { session: Session }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (next !== again) return setProblem(t.first.differ)
    setBusy(true)
    try {
      await setOwnPassword(session, current, next)
      location.assign('/')
    } catch (error) {
      setProblem(problemOf(error).words)
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <h1>{t.first.password}</h1>
      <p className="soft">{t.first.passwordWhy}</p>
      {problem && (
        <p className="note note-bad" role="alert">
          {problem}
        </p>
      )}
      <Field
        label={t.first.current}
        type="password"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
      />
      <Field
        label={t.first.next}
        type="password"
        autoComplete="new-password"
        value={next}
        onChange={setNext}
      />
      <Field
        label={t.first.again}
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
      />
      <Button kind="primary" type="submit" busy={busy}>
        {t.first.set}
      </Button>
    </form>
  )
}
