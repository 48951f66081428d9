import { OK } from '@holdfast/api/envelopes'
import type { ApplicationId, OrganizationId } from '@holdfast/api/ids'
import * as api from '@holdfast/api/sign-in/applications'
import { createApplication } from '../../../sign-in/applications/create-application.ts'
import { deleteApplication } from '../../../sign-in/applications/delete-application.ts'
import { getApplication } from '../../../sign-in/applications/get-application.ts'
import { listApplications } from '../../../sign-in/applications/list-applications.ts'
import { rotateSecret } from '../../../sign-in/applications/rotate-secret.ts'
import { updateApplication } from '../../../sign-in/applications/update-application.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

const pathOf = (params: { organization_id: OrganizationId; application_id: ApplicationId }) => ({
  organizationId: params.organization_id,
  applicationId: params.application_id,
})

export const applicationRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.listApplications, ({ who, params }) =>
    listApplications(ctx, who, params.organization_id, params.offset),
  )
  route(app, ctx, api.getApplication, ({ who, params }) => getApplication(ctx, who, pathOf(params)))
  route(app, ctx, api.createApplication, ({ who, params }) =>
    createApplication(ctx, who, params.organization_id, {
      name: params.name,
      description: params.description ?? '',
      grantTypes: params.grant_types,
      redirectUris: params.redirect_uris ?? [],
      webOrigins: params.web_origins ?? [],
    }),
  )
  route(app, ctx, api.updateApplication, ({ who, params }) =>
    updateApplication(ctx, who, pathOf(params), {
      ...(params.name !== undefined && { name: params.name }),
      ...(params.description !== undefined && { description: params.description ?? '' }),
      ...(params.grant_types !== undefined && { grantTypes: params.grant_types }),
      ...(params.redirect_uris !== undefined && { redirectUris: params.redirect_uris }),
      ...(params.web_origins !== undefined && { webOrigins: params.web_origins }),
    }),
  )
  route(app, ctx, api.rotateApplicationSecret, ({ who, params }) => rotateSecret(ctx, who, pathOf(params)))
  route(app, ctx, api.deleteApplication, async ({ who, params }) => {
    await deleteApplication(ctx, who, pathOf(params))
    return OK
  })
})
