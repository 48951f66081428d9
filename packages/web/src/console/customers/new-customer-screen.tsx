import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { PersonsImport } from '@holdfast/api/accounts/people-import'
import type { PolicyField } from '@holdfast/api/accounts/policies'
import type { OrganizationId } from '@holdfast/api/ids'
import { useRef, useState } from 'react'
import { runSteps, type Step, waiting } from '../../core/console/steps.ts'
import {
  createAdministrator,
  createCustomer,
  createTeamShare,
  importList,
  setColor,
} from '../../data/console/customers.ts'
import { copyPolicy } from '../../data/console/policies.ts'
import { refreshConsole } from '../../data/console/table.ts'
import { codeOf, problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { type Customer, CustomerForm } from './customer-form.tsx'
import { CustomerSteps } from './customer-steps.tsx'

/** A customer who can begin: its organization, its administrator, and what else somebody wants to be there. */
export function NewCustomerScreen({ place }: { place: OrganizationMay }) {
  const { customers: words, people } = consoleWords()
  const [customer, setCustomer] = useState<Customer>()
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [withheld, setWithheld] = useState<readonly PolicyField[]>([])
  const [imported, setImported] = useState<PersonsImport>()
  const made = useRef<OrganizationId>(undefined)
  const doer =
    (wanted: Customer) =>
    async (id: string): Promise<unknown> => {
      if (id === 'organization') {
        const { name, slug, email, trialUntil, hasTrial } = wanted
        const trial = hasTrial
          ? { trial: true, ...(trialUntil && { trial_until: `${trialUntil}T00:00:00` }) }
          : {}
        made.current = await createCustomer(place.id, { name, slug, email, ...trial })
        return
      }
      const customer = made.current as OrganizationId
      if (id === 'policy' && wanted.policyOf)
        return setWithheld(await copyPolicy(wanted.policyOf.id, customer))
      if (id === 'color') return setColor(customer, wanted.color)
      if (id === 'share') return createTeamShare(customer, wanted.share)
      if (id === 'people') return setImported(await importList(customer, wanted.list?.text ?? ''))
      const { first, last, administrator } = wanted
      return createAdministrator(customer, { email: administrator, first_name: first, last_name: last })
    }
  const wordsOf = (error: unknown): string =>
    codeOf(error) === 'name_conflict' && made.current
      ? people.taken
      : codeOf(error) === 'name_conflict'
        ? words.form.slugTaken
        : problemOf(error).words
  const run = async (wanted: Customer, from: readonly Step[]) => {
    await runSteps(from, doer(wanted), wordsOf, setSteps)
    await refreshConsole()
  }
  const begin = (wanted: Customer) => {
    const ids = [
      'organization',
      ...(wanted.policyOf ? ['policy'] : []),
      'administrator',
      ...(wanted.color ? ['color'] : []),
      ...(wanted.share ? ['share'] : []),
      ...(wanted.list ? ['people'] : []),
    ]
    setCustomer(wanted)
    void run(wanted, waiting(ids))
  }
  const restart = () => {
    made.current = undefined
    setSteps([])
    setWithheld([])
    setImported(undefined)
    setCustomer(undefined)
  }
  // Nothing is made yet: what was typed can be changed.
  const isForm = !customer || (steps[0]?.state === 'failed' && !made.current)
  return isForm ? (
    <CustomerForm before={customer} problem={steps[0]?.why} onSend={begin} />
  ) : (
    <CustomerSteps
      customer={customer}
      id={made.current}
      steps={steps}
      withheld={withheld}
      imported={imported}
      onRetry={() => void run(customer, steps)}
      onChange={setCustomer}
      onAnother={restart}
    />
  )
}
