import { type Static, Type } from 'typebox'
import { Machine } from '../devices/machines.ts'
import { offsetOf, offsetParams, StatusOk } from '../envelopes.ts'
import { OrganizationRoot } from '../files/files.ts'
import { type ActivityId, IdOf, type OrganizationId, type RootId } from '../ids.ts'
import { EXTENSION, NullableCount, NullableDateTime, NullableText, operation } from '../operation.ts'
import { Policy, policyParams } from '../policy.ts'

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()])
const count = () => nullable(Type.Integer())
const text = () => nullable(Type.String())

export const Organization = Type.Object(
  {
    type: Type.Literal('organization'),
    id: IdOf<OrganizationId>(),
    parent_id: nullable(IdOf<OrganizationId>()),
    name: Type.String(),
    slug: Type.String(),
    description: Type.String(),
    email: Type.String(),
    hostname: text(),
    policy: Policy,
    created: Type.String(),
    throttled: Type.Boolean(),
    active: Type.Boolean(),
    trial_until: text(),
    privacy_mode: Type.Boolean(),
    email_server_id: count(),
    plan_id: count(),
    default_encryption: count(),
    bandwidth_throttle: count(),
    throttle_exception_throttle: count(),
    throttle_exception_start: text(),
    throttle_exception_end: text(),
    throttle_exception_days: text(),
    throttle_exception_dow: Type.Array(Type.Integer()),
    subscription_uuid: text(),
    share_disclaimer: text(),
    email_templates: Type.Boolean(),
    locale: Type.String(),
    timezone: Type.String(),
    i18n: Type.Object({
      type: Type.Literal('organization_i18n'),
      id: IdOf<OrganizationId>(),
      locale: Type.String(),
      timezone: Type.String(),
    }),
  },
  { title: 'Organization' },
)
export type Organization = Static<typeof Organization>

/** After a change of its policy. */
const UpdatedOrganization = Type.Object(
  {
    ...Organization.properties,
    activity_id: Type.Optional(
      IdOf<ActivityId>({
        ...EXTENSION,
        description: 'The record of the change, for `undo_policy`; absent if nothing changed',
      }),
    ),
  },
  { title: 'UpdatedOrganization' },
)

const area = 'Organizations'
const one = { organization_id: IdOf<OrganizationId>() }
const flag = () => Type.Optional(Type.Boolean())
const time = () => NullableText(5)

/** What can be given of an organization beside its policy, at creation and later. */
const settings = {
  description: NullableText(1000),
  trial_until: NullableDateTime(),
  privacy_mode: flag(),
  throttled: flag(),
  email_server_id: NullableCount(),
  plan_id: NullableCount(),
  default_encryption: NullableCount(),
  bandwidth_throttle: NullableCount(),
  throttle_exception_throttle: NullableCount(),
  throttle_exception_start: time(),
  throttle_exception_end: time(),
  throttle_exception_days: NullableText(100),
  throttle_exception_dow: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 6 }))),
  subscription_uuid: NullableText(100),
  share_disclaimer: NullableText(10_000),
  email_templates: flag(),
  locale: Type.Optional(Type.String({ maxLength: 20 })),
  timezone: Type.Optional(Type.String({ maxLength: 60 })),
}
const name = Type.String({ maxLength: 255 })
const email = Type.String({ maxLength: 254 })
const slug = Type.String({ maxLength: 100 })

export const getOrganization = operation({
  name: 'get_organization',
  method: 'GET',
  path: '/api/2/organization/{organization_id}',
  area,
  summary: 'Get an organization',
  description: 'Identify the organization by ID or license key.',
  params: { organization_id: Type.String({ maxLength: 500, description: 'The ID or the license key' }) },
  result: Organization,
})

export const createOrganization = operation({
  name: 'create_organization',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/organizations/create',
  area,
  summary: 'Create a child organization',
  params: {
    ...one,
    name,
    email,
    slug,
    hostname: NullableText(253),
    trial: Type.Optional(
      Type.Boolean({
        ...EXTENSION,
        description:
          'Start a trial. It lasts `trial_length_days` of the parent’s policy, unless you send `trial_until`',
      }),
    ),
    ...settings,
    ...policyParams,
  },
  result: Organization,
  errors: ['name_conflict', 'policy_error'],
})

export const updateOrganization = operation({
  name: 'update_organization',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/update',
  area,
  summary: 'Update an organization',
  params: {
    ...one,
    name: Type.Optional(name),
    email: Type.Optional(email),
    slug: Type.Optional(slug),
    hostname: NullableText(253),
    active: flag(),
    ...settings,
  },
  result: Organization,
  errors: ['name_conflict', 'policy_error'],
})

export const updateOrganizationPolicy = operation({
  name: 'update_organization_policy',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/policy/update',
  area,
  summary: 'Update the policy of an organization',
  description: 'You cannot turn on what a parent organization does not allow.',
  params: {
    ...one,
    ...policyParams,
    version: Type.Optional(
      Type.String({
        ...EXTENSION,
        maxLength: 100,
        description:
          'Only if the policy is still the one that `explain_policy` or `plan_policy` gave with this version',
      }),
    ),
  },
  result: UpdatedOrganization,
  errors: ['policy_error', 'ver_conflict'],
})

export const setOrganizationLicense = operation({
  name: 'set_organization_license',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/license',
  area,
  summary: 'Set the license key of an organization',
  description: 'This ends its trial.',
  params: { ...one, license_key: Type.String({ maxLength: 500 }) },
  result: Organization,
  errors: ['name_conflict'],
})

const change = (verb: 'disable' | 'enable' | 'delete', summary: string) =>
  operation({
    name: `${verb}_organization`,
    method: 'POST',
    path: `/api/2/organization/{organization_id}/${verb}`,
    area,
    summary,
    params: one,
    result: StatusOk,
  })
export const disableOrganization = change(
  'disable',
  'Disable an organization and all its child organizations',
)
export const enableOrganization = change('enable', 'Enable an organization')
export const deleteOrganization = change(
  'delete',
  'Delete an organization, its child organizations and all their files',
)

export const OrganizationDeletion = Type.Object(
  {
    type: Type.Literal('organization_deletion'),
    organization_id: IdOf<OrganizationId>(),
    name: Type.String(),
    requested: Type.String(),
    finished: text(),
    roots_total: Type.Integer(),
    roots_left: Type.Integer(),
  },
  { title: 'OrganizationDeletion' },
)

export const getOrganizationDeletion = operation({
  name: 'get_organization_deletion',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/deletion',
  area,
  summary: 'Get the progress of the deletion of an organization',
  ours: true,
  params: one,
  result: OrganizationDeletion,
})

export const listChildOrganizations = operation({
  name: 'list_child_organizations',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/organizations',
  area,
  summary: 'List the child organizations of an organization',
  params: { ...one, ...offsetParams },
  result: offsetOf(Organization),
})

export const listOrganizationRoots = operation({
  name: 'list_organization_roots',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/roots',
  area,
  summary: 'List the roots of an organization and its child organizations',
  params: { ...one, ...offsetParams },
  result: offsetOf(OrganizationRoot),
})

export const getOrganizationRoot = operation({
  name: 'get_organization_root',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/root/{root_id}',
  area,
  summary: 'Get a root of an organization or its child organizations',
  params: { ...one, root_id: IdOf<RootId>() },
  result: OrganizationRoot,
  errors: ['root_deleted'],
})

export const listOrganizationShares = operation({
  name: 'list_organization_shares',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/shares',
  area,
  summary: 'List the team shares of an organization',
  params: { ...one, ...offsetParams },
  result: offsetOf(OrganizationRoot),
})

export const listOrganizationMachines = operation({
  name: 'list_organization_machines',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/machines',
  area,
  summary: 'List the machines of an organization and its child organizations',
  params: { ...one, ...offsetParams },
  result: offsetOf(Machine),
})
