import type { TwoStepMode } from '@holdfast/api/sign-in/oauth'
import { useState } from 'react'
import type { Session } from '../../data/service/session.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeField, PasswordField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type Account, accountChanged, endTwoStep } from './own-account.ts'
import { Step } from './step.tsx'
import { TwoStepSetup } from './two-step-setup.tsx'

/** Whether a sign-in takes a second step, and how to have one or none. */
export function TwoStep({ session, account }: { session: Session; account: Account }) {
  const [asked, setAsked] = useState<'on' | 'off'>()
  const words = t.account.twoStep
  const mode = account.two_step_mode as TwoStepMode | null | undefined
  const done = (said: string) => {
    toast(said)
    setAsked(undefined)
    void accountChanged()
  }
  if (asked === 'on') return <TwoStepSetup session={session} onDone={() => done(words.nowOn)} />
  if (asked === 'off' && mode)
    return (
      <Step>
        <TurnOff mode={mode} onDone={() => done(words.nowOff)} />
      </Step>
    )
  return (
    <>
      <p className={mode ? 'note note-good' : 'note'}>
        <Icon name={mode ? 'shield' : 'info'} />
        <span>{mode ? words.isOn(words.modes[mode].words) : words.isOff}</span>
      </p>
      {mode && account.company_policy.require_two_step_auth ? (
        <p className="soft">{words.required}</p>
      ) : (
        <p>
          <Button kind={mode ? 'plain' : 'primary'} onClick={() => setAsked(mode ? 'off' : 'on')}>
            {mode ? words.turnOff : words.turnOn}
          </Button>
        </p>
      )}
    </>
  )
}

function TurnOff({ mode, onDone }: { mode: TwoStepMode; onDone: () => void }) {
  const [password, setPassword] = useState('')
  // An authenticator shows one without being asked.
  const [code, setCode] = useState<string | undefined>(mode === 'authenticator' ? '' : undefined)
  const words = t.account.twoStep
  const send = async () => {
    await endTwoStep(password, code)
    if (code === undefined) setCode('')
    else onDone()
  }
  return (
    <Form
      kind="bad"
      button={code === undefined ? words.sendCode : words.turnOff}
      send={send}
      refusals={{ forbidden: words.wrongEither }}
    >
      <p>{words.offWhy}</p>
      <PasswordField
        label={t.account.password.current}
        kind="current"
        value={password}
        onChange={setPassword}
      />
      {code !== undefined && (
        <CodeField
          label={mode === 'authenticator' ? words.codeShown : words.codeSent}
          value={code}
          onChange={setCode}
        />
      )}
    </Form>
  )
}
