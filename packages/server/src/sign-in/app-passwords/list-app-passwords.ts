import { OFFSET_PAGE } from '@holdfast/api/envelopes'
import type { PersonId } from '@holdfast/api/ids'
import { authorizeAccount } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { liveAppPasswords } from './queries.ts'
import { appPasswordView } from './view.ts'

/** Those that open something now. Of one person there are few. */
export async function listAppPasswords(ctx: Ctx, who: PersonPrincipal, id: PersonId, offset: number) {
  const db = ctx.db.read
  const alive = await liveAppPasswords(db, await authorizeAccount(db, who, id), ctx.now())
  const results = alive.slice(offset, offset + OFFSET_PAGE).map(appPasswordView)
  return { offset, total: alive.length, results }
}
