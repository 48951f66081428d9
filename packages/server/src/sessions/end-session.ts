import type { SessionId } from '@holdfast/api/ids'
import type { PersonPrincipal } from '../access/principal.ts'
import type { Ctx } from '../context.ts'
import { fail } from '../errors.ts'
import { revokeOwnSession } from './queries.ts'

/** Signs one of the caller's own browsers or devices out. */
export async function endSession(ctx: Ctx, who: PersonPrincipal, id: SessionId): Promise<void> {
  const ended = await ctx.db.write((tx) => revokeOwnSession(tx, who.personId, id, ctx.now()))
  if (!ended) fail('not_found')
}
