import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { CustomerForm } from './customer-form.tsx'
import { CustomerSteps } from './customer-steps.tsx'
import { useCustomerRun } from './run-customer.ts'

/** A customer who can begin: its organization, its administrator, and what else somebody wants to be there. */
export function NewCustomerScreen({ place }: { place: OrganizationMay }) {
  const run = useCustomerRun(place.id)
  const { customer, id, steps } = run
  // Nothing is made yet: what was typed can be changed.
  const isForm = !customer || (steps[0]?.state === 'failed' && !id)
  return isForm ? (
    <CustomerForm before={customer} problem={steps[0]?.why} onSend={run.begin} />
  ) : (
    <CustomerSteps
      customer={customer}
      id={id}
      steps={steps}
      withheld={run.withheld}
      imported={run.imported}
      onRetry={run.retry}
      onChange={run.setCustomer}
      onAnother={run.restart}
    />
  )
}
