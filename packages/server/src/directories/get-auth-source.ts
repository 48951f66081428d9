import type { Principal } from '../access/principal.ts'
import type { Ctx } from '../context.ts'
import { type AuthSourcePath, authorizeAuthSource } from './authorize-auth-source.ts'
import { authSourceView } from './view.ts'

export async function getAuthSource(ctx: Ctx, who: Principal, path: AuthSourcePath) {
  const { source } = await authorizeAuthSource(ctx.db.read, who, path)
  return authSourceView(source)
}
