import * as api from '@holdfast/api/accounts/brand'
import { getBrand } from '../../../accounts/organizations/get-brand.ts'
import { setBrand } from '../../../accounts/organizations/set-brand.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const brandRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getOrganizationBrand, ({ who, params }) => getBrand(ctx, who, params.organization_id))
  route(app, ctx, api.setOrganizationBrand, ({ who, params }) =>
    setBrand(ctx, who, params.organization_id, params.color),
  )
})
