import * as api from '@holdfast/api/history'
import type { Ctx } from '../context.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { compareStates } from './compare-states.ts'
import { listOperations } from './list-operations.ts'
import { restoreState } from './restore/restore-state.ts'

export function historyRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.listHistory, ({ who, params }) => listOperations(ctx, who, params))
  route(app, ctx, api.compareStates, ({ who, params }) => compareStates(ctx, who, params))
  route(app, ctx, api.restoreState, ({ who, params }) => restoreState(ctx, who, params))
}
