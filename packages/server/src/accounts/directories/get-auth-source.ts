import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { type AuthSourcePath, authorizeAuthSource } from './authorize-auth-source.ts'
import { authSourceView } from './view.ts'

export async function getAuthSource(ctx: Ctx, who: Principal, path: AuthSourcePath) {
  const { source } = await authorizeAuthSource(ctx.db.read, who, path)
  return authSourceView(source)
}
