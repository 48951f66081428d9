import type { ParamsOf } from '@holdfast/api/operation'
import type { updateSetup as operation, Setup } from '@holdfast/api/oversight/setup'
import { authorizeOrganization } from '../../access/administration.ts'
import { missing, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'
import { isOfAccount, listStepsLeft, updateSetupSteps } from '../../records/setup-steps.ts'
import { type Arrival, viewSetup } from './get-setup.ts'

/** A step is done or skipped; or all that are open are skipped. */
export async function updateSetup(
  ctx: Ctx,
  who: PersonPrincipal,
  { step, state, finished }: ParamsOf<typeof operation>,
  arrival: Arrival,
): Promise<Setup> {
  await authorizeOrganization(ctx.db.read, who, ROOT_ORGANIZATION)
  if (finished === false) refuse('finished')
  if (!finished && step === undefined) missing('step')
  if (step !== undefined && state === undefined) missing('state')
  if (step !== undefined && state === 'done' && isOfAccount(step))
    refuse('state', 'this step is done when your account is changed')
  await ctx.db.write(async (tx) => {
    await authorizeOrganization(tx, who, ROOT_ORGANIZATION)
    if (step !== undefined && state !== undefined)
      await updateSetupSteps(tx, [step], { state, person_id: who.personId })
    if (!finished) return
    const open = (await listStepsLeft(tx)).filter((one) => one.state === 'open')
    await updateSetupSteps(
      tx,
      open.map((one) => one.step),
      { state: 'skipped', person_id: who.personId },
    )
  })
  return viewSetup(ctx, who, arrival)
}
