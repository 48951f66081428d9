import { type Static, Type } from 'typebox'
import { offsetOf, offsetParams, StatusOk } from '../envelopes.ts'
import { type ApplicationId, IdOf, type OrganizationId } from '../ids.ts'
import { NullableText, operation } from '../operation.ts'
import { GRANT_TYPES, type GrantType } from './oauth.ts'

const Grant = Type.Unsafe<GrantType>({ type: 'string', enum: GRANT_TYPES })

const applicationFields = {
  type: Type.Literal('application'),
  id: IdOf<ApplicationId>(),
  company_id: IdOf<OrganizationId>(),
  name: Type.String(),
  description: Type.String(),
  grant_types: Type.Array(Grant),
  redirect_uris: Type.Array(Type.String()),
  /** The sites whose pages may call the API by this application's tokens. */
  web_origins: Type.Array(Type.String()),
  client_id: Type.String(),
  created: Type.String(),
}
export const Application = Type.Object(applicationFields, { title: 'Application' })
export type Application = Static<typeof Application>

/** An application with its secret, which is shown when it is made and never again. */
export const ApplicationWithSecret = Type.Object(
  { ...applicationFields, client_secret: Type.String() },
  { title: 'ApplicationWithSecret' },
)

const area = 'Applications'
const ofOrganization = { organization_id: IdOf<OrganizationId>() }
const one = { ...ofOrganization, application_id: IdOf<ApplicationId>() }
const settings = {
  name: Type.String({ maxLength: 100 }),
  description: NullableText(1000),
  grant_types: Type.Array(Grant),
  redirect_uris: Type.Optional(Type.Array(Type.String({ maxLength: 2000 }))),
  web_origins: Type.Optional(Type.Array(Type.String({ maxLength: 300 }))),
}

export const listApplications = operation({
  name: 'list_applications',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/applications',
  area,
  summary: 'List the registered applications of an organization',
  ours: true,
  params: { ...ofOrganization, ...offsetParams },
  result: offsetOf(Application),
})

export const createApplication = operation({
  name: 'create_application',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/applications/create',
  area,
  summary: 'Register an application',
  description: 'The response has its secret, which is only shown once.',
  ours: true,
  params: { ...ofOrganization, ...settings },
  result: ApplicationWithSecret,
})

export const getApplication = operation({
  name: 'get_application',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/application/{application_id}',
  area,
  summary: 'Get an application',
  ours: true,
  params: one,
  result: Application,
})

export const updateApplication = operation({
  name: 'update_application',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/application/{application_id}/update',
  area,
  summary: 'Update an application',
  ours: true,
  params: {
    ...one,
    name: Type.Optional(settings.name),
    description: settings.description,
    grant_types: Type.Optional(settings.grant_types),
    redirect_uris: settings.redirect_uris,
    web_origins: settings.web_origins,
  },
  result: Application,
})

export const rotateApplicationSecret = operation({
  name: 'rotate_application_secret',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/application/{application_id}/secret',
  area,
  summary: 'Create a new secret for an application',
  description: 'The response has the secret, which is only shown once. The old one stops working.',
  ours: true,
  params: one,
  result: ApplicationWithSecret,
})

export const deleteApplication = operation({
  name: 'delete_application',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/application/{application_id}/delete',
  area,
  summary: 'Delete an application',
  description: 'Everyone who signed in with it is signed out there.',
  ours: true,
  params: one,
  result: StatusOk,
})
