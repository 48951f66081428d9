import * as api from '@holdfast/api/accounts/organization-may'
import { getOrganizationMay } from '../../../accounts/organizations/get-organization-may.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const organizationMayRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getOrganizationMay, ({ who, params }) =>
    getOrganizationMay(ctx, who, params.organization_id),
  )
})
