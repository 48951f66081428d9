import { useLocation } from 'wouter'
import { type ConsoleScreen, consoleAddress } from '../../core/console/places.ts'
import { setStep } from '../../data/console/setup.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { StepProps } from './course.ts'
import { useRun } from './use-run.ts'

/** Who comes first: other companies, or people of the own one. */
export function PeopleStep({ session }: StepProps) {
  const words = consoleWords().welcome.people
  const [, navigate] = useLocation()
  const [busy, run] = useRun()
  const choice = (screen: ConsoleScreen, icon: IconName, title: string, why: string) => (
    <li>
      <button
        type="button"
        className="welcome-choice"
        aria-disabled={busy || undefined}
        onClick={() =>
          void run(async () => {
            await setStep('people', 'done')
            navigate(consoleAddress(session.organization.id, screen))
          })
        }
      >
        <Icon name={icon} />
        <span>
          <strong>{title}</strong>
          <small>{why}</small>
        </span>
      </button>
    </li>
  )
  return (
    <>
      <p>{words.why}</p>
      <ul className="welcome-choices">
        {choice('new-customer', 'organization', words.customer, words.customerWhy)}
        {choice('people', 'people', words.people, words.peopleWhy)}
      </ul>
    </>
  )
}
