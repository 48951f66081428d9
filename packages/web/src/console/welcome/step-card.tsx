import { type ReactNode, Suspense, useState } from 'react'
import { after, before } from '../../core/console/setup.ts'
import { setStep, setupChanged } from '../../data/console/setup.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { AddressStep } from './address-step.tsx'
import { BrandStep } from './brand-step.tsx'
import type { StepProps } from './course.ts'
import { EmailStep } from './email-step.tsx'
import { EndStep } from './end-step.tsx'
import { PeopleStep } from './people-step.tsx'
import { useRun } from './use-run.ts'

const takeFocus = (element: HTMLElement | null): void => element?.focus()

/** One step with its title, what there is to do, and the ways on. */
export function StepCard(props: StepProps) {
  const { here, setup, hasMoved, onGo, onCheck } = props
  const [busy, run] = useRun()
  const words = consoleWords().welcome
  const state = setup.steps.find(({ step }) => step === here)?.state
  const back = before(here)
  const number = setup.steps.findIndex(({ step }) => step === here) + 1
  const skip = async () => {
    if (here !== 'end') await setStep(here, 'skipped')
    onGo(after(here, setup.steps))
  }
  const goOn = async () => {
    if (here === 'address') await setStep(here, 'done')
    onGo(after(here, setup.steps))
  }
  const title =
    here !== 'end'
      ? words.step[here]
      : setup.steps.every((one) => one.state === 'done')
        ? words.end.title
        : words.end.leftTitle
  return (
    <section className="console-part welcome-card" aria-labelledby="welcome-title">
      {number > 0 && <p className="soft welcome-number">{words.stepOf(number, setup.steps.length)}</p>}
      <h2 id="welcome-title" tabIndex={-1} ref={hasMoved ? takeFocus : undefined}>
        {title}
      </h2>
      <Suspense fallback={<p className="soft">{t.general.loading}</p>}>
        <What {...props} />
      </Suspense>
      <p className="console-buttons welcome-acts">
        {back && <Button onClick={() => onGo(back)}>{words.back}</Button>}
        <span className="welcome-gap" />
        {here === 'address' || (here === 'email' && setup.probe.mail === 'none') ? (
          <Button icon="refresh" busy={busy} onClick={() => void run(onCheck)}>
            {words.address.again}
          </Button>
        ) : null}
        {here !== 'end' && state !== 'done' && (
          <Button busy={busy} onClick={() => void run(skip)}>
            {words.skip}
          </Button>
        )}
        {here !== 'end' && (here === 'address' || state === 'done') && (
          <Button kind="primary" busy={busy} onClick={() => void run(goOn)}>
            {words.goOn}
          </Button>
        )}
      </p>
    </section>
  )
}

function What(props: StepProps): ReactNode {
  const words = consoleWords().welcome
  switch (props.here) {
    case 'password':
      return <AccountStep {...props} Part={props.parts.PasswordForm} words={words.password} />
    case 'two_step':
      return <AccountStep {...props} Part={props.parts.TwoStepSetup} words={words.twoStep} />
    case 'address':
      return <AddressStep {...props} />
    case 'email':
      return <EmailStep {...props} />
    case 'brand':
      return <BrandStep {...props} />
    case 'people':
      return <PeopleStep {...props} />
    default:
      return <EndStep {...props} />
  }
}

interface AccountProps extends StepProps {
  Part: StepProps['parts']['PasswordForm']
  words: { why: string; isDone: string }
}

function AccountStep({ here, setup, session, onGo, Part, words }: AccountProps) {
  // Two-step verification is on before its recovery key was shown: what was begun comes to its end.
  const [isDone] = useState(setup.steps.some(({ step, state }) => step === here && state === 'done'))
  const done = async () => {
    await setupChanged()
    onGo(after(here, setup.steps))
  }
  return (
    <>
      <p>{isDone ? words.isDone : words.why}</p>
      {!isDone && <Part session={session} onDone={() => void done()} />}
    </>
  )
}
