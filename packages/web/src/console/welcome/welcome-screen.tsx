import { useState } from 'react'
import { firstLeft, type Position } from '../../core/console/setup.ts'
import { useSetup } from '../../data/console/setup.ts'
import { runsTheService } from '../../data/service/session.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { NotFound } from '../../ui/answers/not-found.tsx'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type CourseProps, leave, type WelcomeProps } from './course.ts'
import { StepCard } from './step-card.tsx'
import { useRun } from './use-run.ts'
import './welcome.css'

/** The first run of a new installation: its steps, one of which is open. */
export function WelcomeScreen(props: WelcomeProps) {
  const { data, dataUpdatedAt, error, refetch } = useSetup(runsTheService())
  if (!runsTheService()) return <NotFound />
  if (data)
    return (
      <Course {...props} setup={data} askedAt={dataUpdatedAt} onCheck={async () => void (await refetch())} />
    )
  return error ? (
    <ProblemScreen error={error} onRetry={() => void refetch()} />
  ) : (
    <p className="soft screen">{t.general.loading}</p>
  )
}

function Course(props: CourseProps) {
  const { steps } = props.setup
  const [here, setHere] = useState<Position>(() => firstLeft(steps))
  const [hasMoved, setMoved] = useState(false)
  const [busy, run] = useRun()
  const words = consoleWords().welcome
  const go = (to: Position) => {
    setMoved(true)
    setHere(to)
  }
  return (
    <div className="screen welcome">
      <header className="console-head">
        <div>
          <h1>{words.title}</h1>
          <p className="soft">{words.why}</p>
        </div>
        {here !== 'end' && (
          <div className="console-acts">
            <Button busy={busy} onClick={() => void run(leave)}>
              {words.later}
            </Button>
          </div>
        )}
      </header>
      <ol className="welcome-steps" aria-label={words.steps}>
        {steps.map(({ step, state }, index) => (
          <li key={step}>
            <button
              type="button"
              className="welcome-step"
              aria-current={step === here ? 'step' : undefined}
              onClick={() => go(step)}
            >
              <span className={`welcome-mark welcome-${state}`} aria-hidden="true">
                {state === 'done' ? <Icon name="check" /> : index + 1}
              </span>
              <span>
                <strong>{words.step[step]}</strong>
                <small>{words[state]}</small>
              </span>
            </button>
          </li>
        ))}
      </ol>
      <StepCard key={here} {...props} here={here} hasMoved={hasMoved} onGo={go} />
    </div>
  )
}
