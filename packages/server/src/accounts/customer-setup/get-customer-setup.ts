import { CUSTOMER_STEPS, type CustomerSetup, type CustomerStep } from '@holdfast/api/accounts/customer-setup'
import type { OrganizationId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { authorizeAbove } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { listSteps } from './queries.ts'

const NOTHING = { first_name: null, last_name: null, email: null, value: null }

/** What was planned for a new customer, and how far it is. */
export async function getCustomerSetup(ctx: Ctx, who: Principal, id: OrganizationId): Promise<CustomerSetup> {
  await authorizeAbove(ctx.db.read, who, id)
  const rows = await listSteps(ctx.db.read, id)
  const steps = CUSTOMER_STEPS.flatMap((step): CustomerStep[] => {
    const row = rows.find((one) => one.step === step)
    if (!row) return []
    const { state, error, given, changed_at } = row
    return [{ step, state, error, ...NOTHING, ...JSON.parse(given), changed: formatUtc(changed_at) }]
  })
  return { type: 'customer_setup', steps }
}
