import * as api from '@holdfast/api/accounts/customer-setup'
import { getCustomerSetup } from '../../../accounts/customer-setup/get-customer-setup.ts'
import { updateCustomerSetup } from '../../../accounts/customer-setup/update-customer-setup.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const customerSetupRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.getCustomerSetup, ({ who, params }) =>
    getCustomerSetup(ctx, who, params.organization_id),
  )
  route(app, ctx, api.updateCustomerSetup, ({ who, params }) => updateCustomerSetup(ctx, who, params))
})
