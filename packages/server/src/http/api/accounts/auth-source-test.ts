import * as api from '@holdfast/api/accounts/auth-source-test'
import { settingsFrom } from '../../../accounts/directories/given-settings.ts'
import { testSettings } from '../../../accounts/directories/test-settings.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const authSourceTestRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.testAuthSourceSettings, ({ who, params }) => {
    const { organization_id, auth_source_id, host, ...rest } = params
    return testSettings(ctx, who, organization_id, { ...settingsFrom(rest), host }, auth_source_id)
  })
})
