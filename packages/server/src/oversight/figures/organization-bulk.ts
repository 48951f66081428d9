import type { BulkPlan, BulkResult } from '@holdfast/api/accounts/account-bulk'
import type { OrganizationId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import type {
  applyOrganizationsBulk as applying,
  planOrganizationsBulk as planning,
} from '@holdfast/api/oversight/organization-bulk'
import type { OrganizationTableRow } from '@holdfast/api/oversight/organization-table'
import { applyBulk } from '../../accounts/bulk/apply-bulk.ts'
import { planBulk, type Verdict } from '../../accounts/bulk/plan-bulk.ts'
import { setActive } from '../../accounts/organizations/set-active.ts'
import { updatePolicy } from '../../accounts/organizations/update-policy.ts'
import { missing } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { openOrganizationTable } from './table-organizations.ts'

const ALL = { sort: 'name', limit: 1, count: false, format: 'json' } as const
const NO_FILTERS = { ending: false, no_two_step_rule: false } as const

type Wish = Pick<ParamsOf<typeof applying>, 'action' | 'space_quota'>

/** Says what an action would do to many organizations. */
export async function planOrganizationsBulk(
  ctx: Ctx,
  who: PersonPrincipal,
  params: ParamsOf<typeof planning>,
): Promise<BulkPlan<OrganizationId>> {
  const table = await openOrganizationTable(ctx, who, { ...params, ...ALL })
  return planBulk(ctx, table, params, judgeOf(params))
}

/** Does something with some organizations. */
export async function applyOrganizationsBulk(
  ctx: Ctx,
  who: PersonPrincipal,
  params: ParamsOf<typeof applying>,
): Promise<BulkResult<OrganizationId>> {
  const table = await openOrganizationTable(ctx, who, { ...params, ...ALL, ...NO_FILTERS })
  const { action } = params
  const space_quota = quotaIn(params)
  const act = ({ id }: OrganizationTableRow): Promise<unknown> =>
    space_quota !== undefined
      ? updatePolicy(ctx, who, id, { space_quota })
      : setActive(ctx, who, id, action === 'resume')
  return applyBulk(ctx, table, params, {
    verdictOn: judgeOf(params),
    act,
    ...(action === 'set_quota' && { before: async ({ quota }) => ({ space_quota_before: quota }) }),
  })
}

const quotaIn = ({ action, space_quota }: Wish): number | undefined =>
  action === 'set_quota' ? (space_quota ?? missing('space_quota')) : undefined

function judgeOf(wish: Wish): (row: OrganizationTableRow) => Verdict {
  const { action } = wish
  const quota = quotaIn(wish)
  if (quota !== undefined)
    return (row) =>
      !row.may.includes('organization.limits') ? 'not_allowed' : row.quota === quota ? 'same' : 'change'
  return (row) =>
    !row.may.includes('organization.suspend')
      ? 'not_allowed'
      : (row.state === 'suspended') === (action === 'suspend')
        ? 'same'
        : 'change'
}
