import type { CustomerStep } from '@holdfast/api/accounts/customer-setup'
import type { OrganizationId } from '@holdfast/api/ids'
import type { Step } from './steps.ts'

interface Place {
  id: OrganizationId
  name: string
}

/** What somebody began for a customer, so that another one can continue. A list of people is not kept: it is imported by itself. */
export function begunCustomer({ id, name }: Place, kept: readonly CustomerStep[]) {
  const of = (wanted: CustomerStep['step']) => kept.find(({ step }) => step === wanted)
  const [policy, administrator] = [of('policy'), of('administrator')]
  const wanted = kept.filter(({ step, state }) => step !== 'people' && state !== 'skipped')
  // The others wait for the first that is not done, wherever it was left.
  const next = wanted.find(({ state }) => state !== 'done')
  const stepOf = (one: CustomerStep): Step => ({
    id: one.step,
    state: one.state === 'done' ? 'done' : one === next ? 'failed' : 'waits',
    ...(one === next && one.error !== null && { why: one.error }),
  })
  return {
    id,
    customer: {
      name,
      ...{ slug: '', email: '', hasTrial: false, trialUntil: '', list: undefined },
      first: administrator?.first_name ?? '',
      last: administrator?.last_name ?? '',
      administrator: administrator?.email ?? '',
      license: of('license')?.value ?? '',
      policyOf: policy?.value ? { id: Number(policy.value) as OrganizationId, name: '' } : undefined,
      color: of('color')?.value ?? '',
      share: of('share')?.value ?? '',
    },
    steps: wanted.map(stepOf),
  }
}
