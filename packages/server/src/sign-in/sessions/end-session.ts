import type { PersonId, SessionId } from '@holdfast/api/ids'
import { noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { AccountPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findPerson } from '../../records/people.ts'
import { revokeOwnSession } from './queries.ts'

/** Signs one of the caller's own browsers or devices out. */
export async function endSession(ctx: Ctx, who: AccountPrincipal, id: SessionId): Promise<void> {
  // Guests are persons in the tables.
  const personId = who.kind === 'person' ? who.personId : (who.guestId as number as PersonId)
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    if (!(await revokeOwnSession(tx, personId, id, at))) noSuch(`session ${id}`)
    const person = (await findPerson(tx, personId)) ?? noSuch(`person ${personId}`)
    await recordActivity(tx, who, 'signed_out', { person }, at)
  })
}
