import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { clearTwoStep } from '../../records/credentials.ts'
import { getPolicy } from '../../records/policy.ts'
import { sendCode, takeCode, targetOf } from '../credentials/codes.ts'
import { checkPassword, ownAccount } from './check-password.ts'

/** Ends two-step verification; without a code, sends one where the mode sends codes. */
export async function disableTwoStep(
  ctx: Ctx,
  who: PersonPrincipal,
  { password, authCode }: { password: string; authCode: string | undefined },
): Promise<void> {
  const person = await ownAccount(ctx, who)
  const target = targetOf(ctx, person)
  const isOn = person.two_step_mode !== null
  if (isOn && (await getPolicy(ctx.db.read, person.organization_id)).require_two_step_auth)
    fail('forbidden', 'Your organization requires two-step verification.')
  const outcome = await checkPassword(ctx, person, password, async () => {
    if (!isOn) return 'right'
    if (authCode === undefined) return 'unfinished'
    return (await takeCode(ctx, person, 'disable', target, authCode)) ? 'right' : 'wrong'
  })
  if (!isOn) return
  if (outcome === 'unfinished') {
    if (target.mode === 'authenticator') fail('forbidden', 'A code from your authenticator app is required.')
    return sendCode(ctx, person, 'disable', target)
  }
  await ctx.db.write(async (tx) => {
    await clearTwoStep(tx, person.id)
    await recordActivity(tx, who, 'two_step_disabled', { person }, ctx.now())
  })
}
