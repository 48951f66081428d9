import type { PersonPrincipal } from '../access/principal.ts'
import { authorizeShare, type SharePath } from '../access/shares.ts'
import type { Ctx } from '../context.ts'
import { shareView } from './view.ts'

export async function getShare(ctx: Ctx, who: PersonPrincipal, path: SharePath) {
  return shareView(await authorizeShare(ctx.db.read, who, path), ctx.now())
}
