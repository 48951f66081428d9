import { noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findPerson } from '../../records/people.ts'
import { revokeOtherSessions } from './queries.ts'

/** Signs the caller out everywhere but here. Tells how many sign-ins that ends. */
export function endOtherSessions(
  ctx: Ctx,
  who: PersonPrincipal,
  { browsersOnly }: { browsersOnly: boolean },
): Promise<number> {
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const count = await revokeOtherSessions(tx, who, { browsersOnly, at })
    const person = (await findPerson(tx, who.personId)) ?? noSuch(`person ${who.personId}`)
    if (count > 0) await recordActivity(tx, who, 'signed_out', { person, about: `${count} others` }, at)
    return count
  })
}
