import type { PersonsImport } from '@holdfast/api/accounts/people-import'
import type { PolicyField } from '@holdfast/api/accounts/policies'
import type { OrganizationId } from '@holdfast/api/ids'
import { Link } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import type { Step } from '../../core/console/steps.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatNames, shownName } from '../../messages/format.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Field } from '../../ui/field.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { Customer } from './customer-form.tsx'
import { Imported } from './imported.tsx'

interface CustomerStepsProps {
  customer: Customer
  id: OrganizationId | undefined
  steps: readonly Step[]
  /** What of the copied policy it cannot have. */
  withheld: readonly PolicyField[]
  /** What came of the list of people. */
  imported: PersonsImport | undefined
  onRetry: () => void
  /** What a step failed with can be given anew. */
  onChange: (customer: Customer) => void
  /** Absent where somebody continues. */
  onAnother?: () => void
}

const ICONS: Record<Step['state'], IconName> = {
  waits: 'clock',
  runs: 'refresh',
  done: 'check',
  failed: 'warn',
}

type Words = ReturnType<typeof consoleWords>
type Text = 'first' | 'last' | 'administrator' | 'license' | 'color' | 'share'

/** What each step was given. */
const GIVEN: Record<string, readonly (readonly [Text, (words: Words) => string])[]> = {
  administrator: [
    ['first', ({ people }) => people.firstName],
    ['last', ({ people }) => people.lastName],
    ['administrator', ({ people }) => people.email],
  ],
  license: [['license', ({ organization }) => organization.license]],
  color: [['color', ({ customers }) => customers.form.color]],
  share: [['share', ({ customers }) => customers.form.share]],
}

/** How far a new customer is; at its end what to send. */
export function CustomerSteps({
  customer,
  id,
  steps,
  withheld,
  imported,
  onRetry,
  onChange,
  onAnother,
}: CustomerStepsProps) {
  const { customers, policyFields } = consoleWords()
  const words = customers.steps
  const name = shownName(customer.name)
  const labels: Record<string, string> = {
    organization: words.organization,
    license: words.license,
    administrator: words.administrator,
    policy: customer.policyOf?.name ? words.policy(shownName(customer.policyOf.name)) : customers.form.policy,
    color: words.color,
    share: words.share(shownName(customer.share)),
    people: words.people,
  }
  const isDone = steps.length > 0 && steps.every(({ state }) => state === 'done')
  const letter = words.letter(customer.first, `${location.origin}/`, customer.administrator)
  return (
    <>
      <header className="console-head">
        <h1>{isDone ? words.doneTitle(name) : words.title(name)}</h1>
      </header>
      <section className="console-part">
        <ol className="console-rows" aria-live="polite">
          {steps.map(({ id: step, state, why }) => (
            <li key={step}>
              <Icon name={ICONS[state]} />
              <span className="console-row-what">
                <strong>{labels[step]}</strong>
                <small>{why ?? words[state]}</small>
                {step === 'policy' && withheld.length > 0 && (
                  <small>
                    {words.withheld(formatNames(withheld.map((field) => policyFields[field].label)))}
                  </small>
                )}
                {step === 'people' && imported && <Imported result={imported} />}
              </span>
              {state === 'failed' && (
                <Form button={words.retry} send={async () => onRetry()}>
                  {(GIVEN[step] ?? []).map(([key, label]) => (
                    <Field
                      key={key}
                      label={label(consoleWords())}
                      value={customer[key]}
                      onChange={(value) => onChange({ ...customer, [key]: value })}
                    />
                  ))}
                </Form>
              )}
            </li>
          ))}
        </ol>
        {isDone && id && (
          <>
            <h2>{words.text}</h2>
            <pre className="console-letter">{letter}</pre>
            <p className="console-buttons">
              <Button kind="primary" icon="copy" onClick={() => void copyText(letter, words.copied)}>
                {words.copy}
              </Button>
              <Link href={consoleAddress(id, 'overview')} className="button button-plain">
                {words.open}
              </Link>
              {onAnother && <Button onClick={onAnother}>{words.another}</Button>}
            </p>
          </>
        )}
      </section>
    </>
  )
}
