import * as api from '@holdfast/api/accounts/directory'
import { findPeople } from '../../../accounts/people/find-people.ts'
import type { Ctx } from '../../../platform/context.ts'
import { route } from '../../exchange/route.ts'
import type { App } from '../../exchange/server.ts'

export function directoryRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.findPeople, ({ who, params }) => findPeople(ctx, who, params))
}
