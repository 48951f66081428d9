import * as api from '@holdfast/api/oversight/brakes'
import { judgeRight } from '../../../oversight/brakes/judge-right.ts'
import { listBrakes } from '../../../oversight/brakes/list-brakes.ts'
import { stopBraked } from '../../../oversight/brakes/stop-braked.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const brakeRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.listBrakes, ({ who, params }) => listBrakes(ctx, who, params))
  route(app, ctx, api.judgeBrakeRight, ({ who, params }) => judgeRight(ctx, who, params.brake_id))
  route(app, ctx, api.stopBraked, ({ who, params }) => stopBraked(ctx, who, params.brake_id))
})
