import type { PersonId, SessionId } from '@holdfast/api/ids'
import type { AccountPrincipal } from '../access/principal.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Ctx } from '../context.ts'
import { fail } from '../errors.ts'
import { findPerson } from '../people/queries.ts'
import { revokeOwnSession } from './queries.ts'

/** Signs one of the caller's own browsers or devices out. */
export async function endSession(ctx: Ctx, who: AccountPrincipal, id: SessionId): Promise<void> {
  // Guests are persons in the tables.
  const personId = who.kind === 'person' ? who.personId : (who.guestId as number as PersonId)
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    if (!(await revokeOwnSession(tx, personId, id, at))) fail('not_found')
    const person = (await findPerson(tx, personId)) ?? fail('not_found')
    await recordActivity(tx, who, 'signed_out', { person }, at)
  })
}
