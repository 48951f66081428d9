import * as api from '@holdfast/api/files/history'
import { compareStates } from '../../../files/history/compare-states.ts'
import { listOperations } from '../../../files/history/list-operations.ts'
import { restoreState } from '../../../files/history/restore/restore-state.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const historyRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.listHistory, ({ who, params }) => listOperations(ctx, who, params))
  route(app, ctx, api.compareStates, ({ who, params }) => compareStates(ctx, who, params))
  route(app, ctx, api.restoreState, ({ who, params }) => restoreState(ctx, who, params))
})
