import * as api from '@holdfast/api/accounts/auth-sources'
import { OK } from '@holdfast/api/envelopes'
import type { AuthSourceId, OrganizationId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { createAuthSource } from '../../../accounts/directories/create-auth-source.ts'
import { deleteAuthSource } from '../../../accounts/directories/delete-auth-source.ts'
import { getAuthSource } from '../../../accounts/directories/get-auth-source.ts'
import { importAuthSource } from '../../../accounts/directories/import-auth-source.ts'
import { listAuthSourceNicknames } from '../../../accounts/directories/list-auth-source-nicknames.ts'
import { listAuthSources } from '../../../accounts/directories/list-auth-sources.ts'
import { testAuthSource } from '../../../accounts/directories/test-auth-source.ts'
import { type AuthSourceChange, updateAuthSource } from '../../../accounts/directories/update-auth-source.ts'
import type { DirectorySettings } from '../../../platform/ldap/settings.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

const pathOf = (params: { organization_id: OrganizationId; auth_source_id: AuthSourceId }) => ({
  organizationId: params.organization_id,
  authSourceId: params.auth_source_id,
})

type Given = ParamsOf<typeof api.updateAuthSource>
const NAMES = {
  host: 'host',
  port: 'port',
  ssl: 'ssl',
  start_tls: 'startTls',
  ca_certificate: 'caCertificate',
  nickname: 'nickname',
  domain: 'domain',
  login: 'login',
  password: 'password',
  base_dn: 'baseDn',
  user_filter: 'userFilter',
  group_filter: 'groupFilter',
  id_attribute: 'idAttribute',
  mail_attribute: 'mailAttribute',
  first_name_attribute: 'firstNameAttribute',
  last_name_attribute: 'lastNameAttribute',
  member_attribute: 'memberAttribute',
  group_name_attribute: 'groupNameAttribute',
  import_hours: 'importHours',
} as const satisfies Partial<Record<keyof Given, keyof DirectorySettings>>

/** What was given, under the names that the operations know it by. */
const settingsFrom = (params: Partial<Given>): AuthSourceChange =>
  Object.fromEntries(
    Object.entries(NAMES).flatMap(([wire, name]) => {
      const value = params[wire as keyof typeof NAMES]
      return value === undefined ? [] : [[name, value]]
    }),
  )

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
