import * as api from '@holdfast/api/accounts/organization-tree'
import { getOrganizationTree } from '../../../accounts/organizations/get-organization-tree.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const organizationTreeRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getOrganizationTree, ({ who, params }) => getOrganizationTree(ctx, who, params))
})
