import type { Principal } from '../access/principal.ts'
import type { Ctx } from '../context.ts'
import { type ApplicationPath, authorizeApplication } from './authorize-application.ts'
import { applicationView } from './view.ts'

export async function getApplication(ctx: Ctx, who: Principal, path: ApplicationPath) {
  const { application } = await authorizeApplication(ctx.db.read, who, path)
  return applicationView(application)
}
