import { Type } from 'typebox'
import { chosen, MAX_DONE_AT_ONCE, MAX_PLANNED, planOf, resultOf, some } from '../accounts/account-bulk.ts'
import { IdOf, type OrganizationId } from '../ids.ts'
import { operation } from '../operation.ts'
import { organizationFilters } from './organization-table.ts'

/** One thing done with many child organizations: planned first, for all of them, and then done some at a time. */

export const ORGANIZATION_ACTIONS = ['suspend', 'resume', 'set_quota'] as const
export type OrganizationAction = (typeof ORGANIZATION_ACTIONS)[number]

const ids = IdOf<OrganizationId>()
const action = Type.Unsafe<OrganizationAction>({
  type: 'string',
  enum: [...ORGANIZATION_ACTIONS],
  description:
    '`suspend` keeps everyone there, and in all child organizations, from signing in. `set_quota` sets the storage limit of the policy',
})
const space_quota = Type.Optional(
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'For `set_quota`, in bytes' }),
)
const area = 'Organizations'

export const planOrganizationsBulk = operation({
  name: 'plan_organizations_bulk',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/organizations/bulk/plan',
  area,
  ours: true,
  summary: 'Count what an action would do to many child organizations',
  description:
    `Changes nothing. Up to ${MAX_PLANNED} organizations; more are 400 \`invalid_request\`. The answer is what the operation itself takes, ` +
    `up to ${MAX_DONE_AT_ONCE} at a time.`,
  params: { ...chosen(ids, organizationFilters), action, space_quota },
  result: planOf(ids),
})

export const applyOrganizationsBulk = operation({
  name: 'apply_organizations_bulk',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/organizations/bulk',
  area,
  ours: true,
  summary: 'Suspend, resume or limit many child organizations',
  description:
    'Each organization by itself, by the rules of the operation for one. Repeating a request whose answer was lost changes nothing twice.',
  params: { ...some(ids), action, space_quota },
  result: resultOf(ids),
})
