import type { CustomerSetup, updateCustomerSetup as operation } from '@holdfast/api/accounts/customer-setup'
import type { ParamsOf } from '@holdfast/api/operation'
import { authorizeAbove } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { getCustomerSetup } from './get-customer-setup.ts'
import { listSteps, putStep } from './queries.ts'

/** Notes how far a step of a new customer is. */
export async function updateCustomerSetup(
  ctx: Ctx,
  who: PersonPrincipal,
  { organization_id, step, state, error, ...given }: ParamsOf<typeof operation>,
): Promise<CustomerSetup> {
  await ctx.db.write(async (tx) => {
    await authorizeAbove(tx, who, organization_id)
    const before = (await listSteps(tx, organization_id)).find((one) => one.step === step)
    await putStep(tx, {
      organization_id,
      step,
      state,
      error: state === 'failed' ? (error ?? null) : null,
      given: JSON.stringify({ ...JSON.parse(before?.given ?? '{}'), ...given }),
      changed_at: ctx.now(),
    })
  })
  return getCustomerSetup(ctx, who, organization_id)
}
