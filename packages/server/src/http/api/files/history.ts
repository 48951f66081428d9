import * as api from '@holdfast/api/files/history'
import { compareStates } from '../../../files/history/compare-states.ts'
import { listOperations } from '../../../files/history/list-operations.ts'
import { restoreState } from '../../../files/history/restore/restore-state.ts'
import type { Ctx } from '../../../platform/context.ts'
import { route } from '../../exchange/route.ts'
import type { App } from '../../exchange/server.ts'

export function historyRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.listHistory, ({ who, params }) => listOperations(ctx, who, params))
  route(app, ctx, api.compareStates, ({ who, params }) => compareStates(ctx, who, params))
  route(app, ctx, api.restoreState, ({ who, params }) => restoreState(ctx, who, params))
}
