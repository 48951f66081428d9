import { TWO_STEP_MODES, type TwoStepMode } from '@holdfast/api/sign-in/oauth'
import { useState } from 'react'
import { usePerson } from '../../data/files/places.ts'
import { emailOf, type Session } from '../../data/service/session.ts'
import { t } from '../../messages/words.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Choice, CodeField, Field, PasswordField } from '../../ui/field.tsx'
import { touches } from '../../ui/touches.ts'
import { BackupKey } from './backup-key.tsx'
import { type Begun, beginTwoStep, confirmTwoStep } from './own-account.ts'
import { QrCode } from './qr-code.tsx'
import { Step } from './step.tsx'

type Course = { kind: 'choose' } | { kind: 'code'; begun: Begun } | { kind: 'keep'; begun: Begun }

/** A second step: its kind, what is scanned or sent, the code, and the key for emergencies, once. */
export function TwoStepSetup({ session, onDone }: { session: Session; onDone: () => void }) {
  const [step, setStep] = useState<Course>({ kind: 'choose' })
  return (
    <Step key={step.kind}>
      <Shown session={session} step={step} onStep={setStep} onDone={onDone} />
    </Step>
  )
}

interface ShownProps {
  session: Session
  step: Course
  onStep: (step: Course) => void
  onDone: () => void
}

function Shown({ session, step, onStep, onDone }: ShownProps) {
  if (step.kind === 'choose')
    return <ChooseMode session={session} onBegun={(begun) => onStep({ kind: 'code', begun })} />
  const { begun } = step
  if (step.kind === 'code')
    return <ProveCode session={session} begun={begun} onProven={() => onStep({ kind: 'keep', begun })} />
  return (
    <Form button={t.account.twoStep.kept} send={async () => onDone()}>
      <h2>{t.account.twoStep.keep}</h2>
      <p className="soft">{t.account.twoStep.keepWhy}</p>
      <BackupKey email={emailOf(session)} backupKey={begun.backupKey} />
    </Form>
  )
}

function ChooseMode({ session, onBegun }: { session: Session; onBegun: (begun: Begun) => void }) {
  const [mode, setMode] = useState<TwoStepMode>('authenticator')
  const [phone, setPhone] = useState(usePerson(session)?.mobile_phone ?? '')
  const [password, setPassword] = useState('')
  const words = t.account.twoStep
  return (
    <Form
      button={t.first.goOn}
      send={async () => onBegun(await beginTwoStep(mode, password, phone))}
      refusals={{ forbidden: t.account.password.wrong, invalid_request: words.badPhone }}
    >
      <Choice
        label={words.how}
        value={mode}
        onChange={setMode}
        options={TWO_STEP_MODES.map((id) => ({ id, ...words.modes[id] }))}
      />
      {mode === 'sms' && (
        <Field label={words.phone} type="tel" autoComplete="tel" value={phone} onChange={setPhone} />
      )}
      <PasswordField
        label={t.account.password.current}
        kind="current"
        value={password}
        onChange={setPassword}
      />
    </Form>
  )
}

interface ProveCodeProps {
  session: Session
  begun: Begun
  onProven: () => void
}

function ProveCode({ session, begun, onProven }: ProveCodeProps) {
  const [code, setCode] = useState('')
  const words = t.account.twoStep
  return (
    <Form
      button={t.first.goOn}
      send={async () => {
        await confirmTwoStep(begun, code)
        onProven()
      }}
      refusals={{ forbidden: words.wrongCode }}
    >
      {begun.mode === 'authenticator' ? (
        <>
          <h2>{words.scan}</h2>
          <QrCode text={begun.uri} label={words.picture} />
          <p className="soft">{words.orType}</p>
          <p className="me-key">
            <code>{begun.key.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
          <p className="me-buttons">
            <Button icon="copy" onClick={() => void copyText(begun.key, words.setupKeyCopied)}>
              {words.keyCopy}
            </Button>
            {/* A phone cannot scan its own screen. */}
            {touches() && (
              <a className="button button-plain" href={begun.uri}>
                {words.openApp}
              </a>
            )}
          </p>
        </>
      ) : (
        <p>{words.sent[begun.mode](emailOf(session))}</p>
      )}
      <CodeField
        label={begun.mode === 'authenticator' ? words.codeShown : words.codeSent}
        value={code}
        onChange={setCode}
      />
    </Form>
  )
}
