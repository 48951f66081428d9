import * as api from '@holdfast/api/oversight/system-log'
import { listLogLines } from '../../../oversight/system/list-log-lines.ts'
import { setLogLevel } from '../../../oversight/system/set-log-level.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const systemLogRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.setLogLevel, ({ who, params }) => setLogLevel(ctx, who, params))
  route(app, ctx, api.listLogLines, ({ who, params }) => listLogLines(ctx, who, params))
})
