import * as api from '@holdfast/api/accounts/organization-closing'
import { OK } from '@holdfast/api/envelopes'
import { cancelClosing } from '../../../accounts/closing/cancel-closing.ts'
import { closeOrganization } from '../../../accounts/closing/close-organization.ts'
import { getClosing } from '../../../accounts/closing/get-closing.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const organizationClosingRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.closeOrganization, ({ who, params }) =>
    closeOrganization(ctx, who, params.organization_id, {
      deleteOn: params.delete_on,
      removeFiles: params.remove_files,
      name: params.name,
    }),
  )
  route(app, ctx, api.getClosing, ({ who, params }) => getClosing(ctx, who, params.organization_id))
  route(app, ctx, api.cancelClosing, async ({ who, params }) => {
    await cancelClosing(ctx, who, params.organization_id)
    return OK
  })
})
