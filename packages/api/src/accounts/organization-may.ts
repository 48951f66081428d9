import { type Static, Type } from 'typebox'
import { IdOf, type OrganizationId } from '../ids.ts'
import { operation } from '../operation.ts'
import { nullable } from '../table.ts'

/** What administrators do in an organization. Whether they may is decided by the rules of the calls that do it. */
export const ACTIONS = [
  'people.add',
  'people.change',
  'people.delete',
  'people.make_admin',
  'people.take_over',
  'files.browse',
  'files.let_in',
  'export',
  'devices.view',
  'devices.change',
  'devices.browse',
  'backups.create',
  'backups.restore',
  'links.close',
  'policy.change',
  'organization.change',
  'organization.create',
  'organization.limits',
  'organization.suspend',
  'organization.close',
  'directories',
  'apps',
  'brand',
  'rules',
  'activity',
  'system',
] as const
export type Action = (typeof ACTIONS)[number]
export const Action = Type.Unsafe<Action>({ type: 'string', enum: [...ACTIONS] })

/** Why not: what keeps someone from an action, the nearest reason first. */
export const REASONS = ['policy', 'privacy', 'above', 'role', 'closed'] as const
export type Reason = (typeof REASONS)[number]

export const ORGANIZATION_STATES = ['ok', 'trial', 'suspended', 'expired', 'closing'] as const
export type OrganizationState = (typeof ORGANIZATION_STATES)[number]
export const OrganizationState = Type.Unsafe<OrganizationState>({
  type: 'string',
  enum: [...ORGANIZATION_STATES],
  description:
    'Whether its people can sign in (`ok`, `trial`) or not: `suspended`, `expired` (trial or license) or `closing`. ' +
    'The state of a parent organization counts for its children as well',
})

export const NamedOrganization = Type.Object({ id: IdOf<OrganizationId>(), name: Type.String() })
export type NamedOrganization = Static<typeof NamedOrganization>

export const OrganizationMay = Type.Object(
  {
    type: Type.Literal('organization_may'),
    id: IdOf<OrganizationId>(),
    name: Type.String(),
    slug: Type.String(),
    parent_id: nullable(IdOf<OrganizationId>()),
    state: OrganizationState,
    privacy_mode: Type.Boolean(),
    above: Type.Array(NamedOrganization, {
      description: 'The organizations from your own down to the parent of this one. Empty for your own',
    }),
    below: Type.Integer({ minimum: 0, description: 'The number of child organizations, at any depth' }),
    may: Type.Array(Action, { description: 'The actions you may take' }),
    not: Type.Array(
      Type.Object({
        action: Action,
        why: Type.Unsafe<Reason>({
          type: 'string',
          enum: [...REASONS],
          description:
            '`policy`: its policy does not allow it. `privacy`: privacy mode keeps it to its own administrators. ' +
            '`above`: only administrators above it may. `role`: your role does not include it. ' +
            '`closed`: it is being closed',
        }),
        by: nullable(NamedOrganization),
      }),
      {
        description:
          'The actions you may not take, and why. `by` is the organization that decides, if it is another',
      },
    ),
  },
  { title: 'OrganizationMay' },
)
export type OrganizationMay = Static<typeof OrganizationMay>

export const getOrganizationMay = operation({
  name: 'get_organization_may',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/may',
  area: 'Organizations',
  ours: true,
  summary: 'Get what you can do in an organization',
  description: 'For administrators. Each action is decided by the same rule as the calls that take it.',
  params: { organization_id: IdOf<OrganizationId>() },
  result: OrganizationMay,
})
