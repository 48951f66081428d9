import * as api from '@holdfast/api/accounts/auth-sources'
import { OK } from '@holdfast/api/envelopes'
import type { AuthSourceId, OrganizationId } from '@holdfast/api/ids'
import { createAuthSource } from '../../../accounts/directories/create-auth-source.ts'
import { deleteAuthSource } from '../../../accounts/directories/delete-auth-source.ts'
import { getAuthSource } from '../../../accounts/directories/get-auth-source.ts'
import { settingsFrom } from '../../../accounts/directories/given-settings.ts'
import { importAuthSource } from '../../../accounts/directories/import-auth-source.ts'
import { listAuthSourceNicknames } from '../../../accounts/directories/list-auth-source-nicknames.ts'
import { listAuthSources } from '../../../accounts/directories/list-auth-sources.ts'
import { testAuthSource } from '../../../accounts/directories/test-auth-source.ts'
import { updateAuthSource } from '../../../accounts/directories/update-auth-source.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

const pathOf = (params: { organization_id: OrganizationId; auth_source_id: AuthSourceId }) => ({
  organizationId: params.organization_id,
  authSourceId: params.auth_source_id,
})

export const authSourceRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.listAuthSources, ({ who, params }) =>
    listAuthSources(ctx, who, params.organization_id, params.offset),
  )
  route(app, ctx, api.listAuthSourceNicknames, ({ who, params }) =>
    listAuthSourceNicknames(ctx, who, params.organization_id),
  )
  route(app, ctx, api.getAuthSource, ({ who, params }) => getAuthSource(ctx, who, pathOf(params)))
  route(app, ctx, api.createAuthSource, ({ who, params }) => {
    const { organization_id, host, login, password, base_dn: baseDn, ...rest } = params
    return createAuthSource(ctx, who, organization_id, {
      ...settingsFrom(rest),
      ...{ host, login, password, baseDn },
    })
  })
  route(app, ctx, api.updateAuthSource, ({ who, params }) =>
    updateAuthSource(ctx, who, pathOf(params), settingsFrom(params)),
  )
  route(app, ctx, api.deleteAuthSource, async ({ who, params }) => {
    await deleteAuthSource(ctx, who, pathOf(params))
    return OK
  })
  route(app, ctx, api.testAuthSource, ({ who, params }) => testAuthSource(ctx, who, pathOf(params)))
  route(app, ctx, api.importAuthSource, ({ who, params }) =>
    importAuthSource(ctx, who, pathOf(params), { preview: params.preview, force: params.force }),
  )
})
