import type { PersonId, SessionId } from '@holdfast/api/ids'
import { noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { AccountPrincipal } from '../../platform/principal.ts'
import { endSignIns } from '../../records/end-sign-ins.ts'

/** Signs one of the caller's own browsers or devices out. */
export async function endSession(ctx: Ctx, who: AccountPrincipal, id: SessionId): Promise<void> {
  // Guests are persons in the tables.
  const personId = who.kind === 'person' ? who.personId : (who.guestId as number as PersonId)
  await ctx.db.write(async (tx) => {
    const ended = await endSignIns(tx, { session: id, of: personId }, { at: ctx.now(), record: { by: who } })
    if (ended === 0) noSuch(`session ${id}`)
  })
}
