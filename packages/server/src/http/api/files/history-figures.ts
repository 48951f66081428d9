import * as api from '@holdfast/api/files/history-figures'
import { getTimeline } from '../../../files/history/figures/get-timeline.ts'
import { listOrganizationActors } from '../../../files/history/figures/list-organization-actors.ts'
import { listRootActors } from '../../../files/history/figures/list-root-actors.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const historyFigureRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getTimeline, ({ who, params }) => getTimeline(ctx, who, params))
  route(app, ctx, api.listRootActors, ({ who, params }) => listRootActors(ctx, who, params))
  route(app, ctx, api.listOrganizationActors, ({ who, params }) => listOrganizationActors(ctx, who, params))
})
