import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { type ApplicationPath, authorizeApplication } from './authorize-application.ts'
import { applicationView } from './view.ts'

export async function getApplication(ctx: Ctx, who: Principal, path: ApplicationPath) {
  const { application } = await authorizeApplication(ctx.db.read, who, path)
  return applicationView(application)
}
