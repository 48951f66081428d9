import type { PersonId } from '@holdfast/api/ids'
import { authorizePerson } from '../../access/administration.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { clearTwoStep } from '../../records/credentials.ts'

/** For a person who lost both device and backup key: an administrator vouches for it. */
export async function resetTwoStep(ctx: Ctx, who: PersonPrincipal, id: PersonId): Promise<void> {
  // Nobody vouches for oneself: a stolen token would be enough then.
  if (id === who.personId) fail('forbidden', 'Use disable_two_step for your own account.')
  await ctx.db.write(async (tx) => {
    const person = await authorizePerson(tx, who, id, 'take_over')
    await clearTwoStep(tx, person.id)
    await recordActivity(tx, who, 'two_step_disabled', { person }, ctx.now())
  })
}
