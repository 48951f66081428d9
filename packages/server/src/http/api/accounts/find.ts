import * as api from '@holdfast/api/accounts/find'
import { findAdministered } from '../../../accounts/tables/find-administered.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const findRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.findAdministered, ({ who, params }) => findAdministered(ctx, who, params))
})
