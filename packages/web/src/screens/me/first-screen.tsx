import { useState } from 'react'
import { signOut } from '../../data/account/sign-out.ts'
import type { Session } from '../../data/service/session.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordForm } from './password-form.tsx'
import { TwoStepSetup } from './two-step-setup.tsx'
import './me.css'

const goOn = () => location.assign('/')

/** What someone has to do before anything else: it takes the whole window until it is done. */
export function FirstScreen({ session }: { session: Session }) {
  const [leaving, setLeaving] = useState(false)
  if (session.duty === 'sign_in') {
    location.replace('/account/sign-in')
    return null
  }
  const isPassword = session.duty === 'set_password'
  const leave = () => {
    setLeaving(true)
    void signOut().finally(() => location.assign('/account/sign-in'))
  }
  return (
    <main className="first">
      <div className="first-card">
        <h1>{isPassword ? t.first.password : t.first.twoStep}</h1>
        <p className="soft">{isPassword ? t.first.passwordWhy : t.first.twoStepWhy}</p>
        {isPassword ? (
          <PasswordForm session={session} onDone={goOn} />
        ) : (
          <TwoStepSetup session={session} onDone={goOn} />
        )}
        <p>
          <Button icon="signOut" busy={leaving} onClick={leave}>
            {t.navigation.signOut}
          </Button>
        </p>
      </div>
    </main>
  )
}
