import * as api from '@holdfast/api/oauth'
import type { Ctx } from '../context.ts'
import { openRoute } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { grant } from './grant.ts'

export function oauthRoutes(app: App, ctx: Ctx): void {
  openRoute(app, api.token, ({ params }) => grant(ctx, params))
}
