import { useLocation } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { finishSetup } from '../../data/console/setup.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { leave, type StepProps } from './course.ts'
import { useRun } from './use-run.ts'

/** What is left, what comes first, and the ways out of here. */
export function EndStep({ session, setup, onGo }: StepProps) {
  const words = consoleWords().welcome
  const [, navigate] = useLocation()
  const [busy, run] = useRun()
  const left = setup.steps.filter(({ state }) => state !== 'done')
  return (
    <>
      {left.length > 0 && (
        <>
          <p>{words.end.left(left.length)}</p>
          <p className="console-buttons">
            {left.map(({ step }) => (
              <Button key={step} onClick={() => onGo(step)}>
                {words.step[step]}
              </Button>
            ))}
          </p>
        </>
      )}
      <h3>{words.end.first}</h3>
      <ul className="console-rows">
        <li>
          <Icon name="lock" />
          <span className="console-row-what">{words.end.keep}</span>
        </li>
        <li>
          <Icon name="archive" />
          <a href="/docs/backup">{words.end.backups}</a>
        </li>
        <li>
          <Icon name="device" />
          <a href="/agent">{words.end.agent}</a>
        </li>
        <li>
          <Icon name="device" />
          <span className="console-row-what">{words.end.phone}</span>
        </li>
      </ul>
      <p className="console-buttons">
        <Button kind="primary" busy={busy} onClick={() => void run(leave)}>
          {words.end.files}
        </Button>
        <Button
          busy={busy}
          onClick={() =>
            void run(async () => {
              await finishSetup()
              navigate(consoleAddress(session.organization.id, 'overview'))
            })
          }
        >
          {words.end.console}
        </Button>
      </p>
    </>
  )
}
