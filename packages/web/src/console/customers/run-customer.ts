import type { CustomerStepName } from '@holdfast/api/accounts/customer-setup'
import type { PersonsImport } from '@holdfast/api/accounts/people-import'
import type { PolicyField } from '@holdfast/api/accounts/policies'
import type { OrganizationId } from '@holdfast/api/ids'
import { useRef, useState } from 'react'
import { runSteps, type Step, waiting } from '../../core/console/steps.ts'
import { type Given, noteStep } from '../../data/console/customer-setup.ts'
import {
  addLicense,
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
import type { Customer } from './customer-form.tsx'

/** A customer whose organization is there, and what is left to do for it. */
export interface BegunCustomer {
  id: OrganizationId
  customer: Customer
  steps: readonly Step[]
}

/** With words for people: what an answer means depends on the step. */
class StepFailed extends Error {}

/** What the steps that somebody wants are done with, as it is kept for whoever continues. */
function wanted(customer: Customer): [CustomerStepName, Given][] {
  const { license, policyOf, first, last, administrator, color, share, list } = customer
  return [
    ...(license ? [['license', { value: license }] satisfies [CustomerStepName, Given]] : []),
    ...(policyOf ? [['policy', { value: String(policyOf.id) }] satisfies [CustomerStepName, Given]] : []),
    ['administrator', { first_name: first, last_name: last, email: administrator }],
    ...(color ? [['color', { value: color }] satisfies [CustomerStepName, Given]] : []),
    ...(share ? [['share', { value: share }] satisfies [CustomerStepName, Given]] : []),
    ...(list ? [['people', { value: list.name.slice(0, 255) }] satisfies [CustomerStepName, Given]] : []),
  ]
}

/** Does the steps of a new customer, each of which the service keeps: the page can be left. */
export function useCustomerRun(parent: OrganizationId, begun?: BegunCustomer) {
  const [customer, setCustomer] = useState(begun?.customer)
  const [steps, setSteps] = useState(begun?.steps ?? [])
  const [withheld, setWithheld] = useState<readonly PolicyField[]>([])
  const [imported, setImported] = useState<PersonsImport>()
  const made = useRef(begun?.id)

  async function create(from: Customer): Promise<void> {
    const { name, slug, email, trialUntil, hasTrial } = from
    const trial = hasTrial
      ? { trial: true, ...(trialUntil && { trial_until: `${trialUntil}T00:00:00` }) }
      : {}
    made.current = await createCustomer(parent, { name, slug, email, ...trial })
    for (const [step, given] of wanted(from)) await noteStep(made.current, step, 'open', given)
  }
  async function does(from: Customer, step: CustomerStepName): Promise<unknown> {
    const id = made.current as OrganizationId
    switch (step) {
      case 'license':
        return addLicense(id, from.license)
      case 'policy':
        return from.policyOf && setWithheld(await copyPolicy(from.policyOf.id, id))
      case 'administrator': {
        const { first: first_name, last: last_name, administrator: email } = from
        return createAdministrator(id, { email, first_name, last_name })
      }
      case 'color':
        return setColor(id, from.color)
      case 'share':
        return createTeamShare(id, from.share)
      case 'people':
        return setImported(await importList(id, from.list?.text ?? ''))
    }
  }
  const wordsOf = (error: unknown, step?: CustomerStepName): string => {
    const { customers, organization, people } = consoleWords()
    if (codeOf(error) !== 'name_conflict') return problemOf(error).words
    if (step === 'license') return organization.licenseTaken
    return made.current ? people.taken : customers.form.slugTaken
  }
  async function run(from: Customer, left: readonly Step[]): Promise<void> {
    const given = new Map(wanted(from))
    await runSteps(
      left,
      async (id) => {
        if (id === 'organization') return create(from)
        const [place, step] = [made.current as OrganizationId, id as CustomerStepName]
        try {
          await does(from, step)
        } catch (error) {
          await noteStep(place, step, 'failed', { ...given.get(step), error: wordsOf(error, step) })
          throw new StepFailed(wordsOf(error, step))
        }
        await noteStep(place, step, 'done', given.get(step))
      },
      (error) => (error instanceof StepFailed ? error.message : wordsOf(error)),
      setSteps,
    )
    await refreshConsole()
  }
  return {
    customer,
    id: made.current,
    steps,
    withheld,
    imported,
    setCustomer,
    begin(from: Customer) {
      setCustomer(from)
      void run(from, waiting(['organization', ...wanted(from).map(([step]) => step)]))
    },
    retry: () => customer && void run(customer, steps),
    restart() {
      made.current = undefined
      setSteps([])
      setWithheld([])
      setImported(undefined)
      setCustomer(undefined)
    },
  }
}
