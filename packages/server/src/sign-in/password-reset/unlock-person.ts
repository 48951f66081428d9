import type { PersonId } from '@holdfast/api/ids'
import { authorizePerson } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { liftLocks } from '../../records/sign-in-tries.ts'

/** Lifts all locks that failed sign-ins put on an account. */
export async function unlockPerson(ctx: Ctx, who: PersonPrincipal, id: PersonId): Promise<void> {
  await ctx.db.write(async (tx) => {
    const person = await authorizePerson(tx, who, id)
    await liftLocks(tx, person.id)
    await recordActivity(tx, who, 'account_unlocked', { person }, ctx.now())
  })
}
