import type { PersonId } from '@holdfast/api/ids'
import { authorizePerson } from '../access/administration.ts'
import type { PersonPrincipal } from '../access/principal.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Ctx } from '../context.ts'
import { clearTwoStep } from '../credentials/queries.ts'
import { fail } from '../errors.ts'

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
