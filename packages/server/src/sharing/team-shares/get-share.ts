import { authorizeShare, type SharePath } from '../../access/shares.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { shareView } from './view.ts'

export async function getShare(ctx: Ctx, who: PersonPrincipal, path: SharePath) {
  return shareView(await authorizeShare(ctx.db.read, who, path), ctx.now())
}
