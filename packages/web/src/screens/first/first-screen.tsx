import { type FormEvent, type ReactNode, useState } from 'react'
import { problemOf } from '../../data/errors.ts'
import { type Session, signOut } from '../../data/session.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
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
      <Secret label={t.first.current} value={current} onChange={setCurrent} auto="current-password" />
      <Secret label={t.first.next} value={next} onChange={setNext} auto="new-password" />
      <Secret label={t.first.again} value={again} onChange={setAgain} auto="new-password" />
      <Button kind="primary" type="submit" busy={busy}>
        {t.first.set}
      </Button>
    </form>
  )
}

interface SecretProps {
  label: ReactNode
  value: string
  onChange: (value: string) => void
  auto: 'current-password' | 'new-password'
}

const Secret = ({ label, value, onChange, auto }: SecretProps) => (
  <label className="field">
    <span>{label}</span>
    <input
      type="password"
      required
      autoComplete={auto}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </label>
)
