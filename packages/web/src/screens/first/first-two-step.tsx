import { type FormEvent, useMemo, useState } from 'react'
import { encode } from 'uqr'
import { problemOf } from '../../data/errors.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { beginTwoStep, confirmTwoStep } from './own-account.ts'

type Step =
  | { kind: 'password' }
  | { kind: 'code'; key: string; uri: string }
  | { kind: 'done'; backupKey: string }

/** A second step by an authenticator: password, picture of the key, code, and the key for emergencies, once. */
export function FirstTwoStep() {
  const [step, setStep] = useState<Step>({ kind: 'password' })
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      if (step.kind === 'password') {
        const { key = '', uri = '' } = await beginTwoStep(password)
        setStep({ kind: 'code', key, uri })
      } else if (step.kind === 'code') {
        const { backup_key = '' } = await confirmTwoStep(password, code.replaceAll(/\s/g, ''))
        setStep({ kind: 'done', backupKey: backup_key })
      } else location.assign('/')
    } catch (error) {
      setProblem(problemOf(error).words)
    }
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <h1>{t.first.twoStep}</h1>
      {problem && (
        <p className="note note-bad" role="alert">
          {problem}
        </p>
      )}
      {step.kind === 'password' && (
        <>
          <p className="soft">{t.first.twoStepWhy}</p>
          <Field
            label={t.first.current}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
        </>
      )}
      {step.kind === 'code' && (
        <>
          <p className="soft">{t.first.scan}</p>
          <QrCode text={step.uri} />
          <p className="first-key">
            <code>{step.key}</code>
          </p>
          <Field
            label={t.first.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={setCode}
          />
        </>
      )}
      {step.kind === 'done' && (
        <>
          <p className="soft">{t.first.backupKey}</p>
          <p className="first-key">
            <code>{step.backupKey}</code>
          </p>
        </>
      )}
      <Button kind="primary" type="submit" busy={busy}>
        {t.first.goOn}
      </Button>
    </form>
  )
}

/** Dark on light in every scheme: cameras expect it. */
function QrCode({ text }: { text: string }) {
  const { size, data } = useMemo(() => encode(text, { border: 2 }), [text])
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className="first-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t.first.picture}>
      <rect width={size} height={size} fill="#fff" />
      <path d={dots.join('')} fill="#000" />
    </svg>
  )
}
