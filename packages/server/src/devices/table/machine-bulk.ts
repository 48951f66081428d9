import type { BulkPlan, BulkResult } from '@holdfast/api/accounts/account-bulk'
import type { MachineId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import type {
  applyMachinesBulk as applying,
  planMachinesBulk as planning,
} from '@holdfast/api/oversight/device-bulk'
import type { MachineTableRow } from '@holdfast/api/oversight/machine-table'
import { applyBulk } from '../../accounts/bulk/apply-bulk.ts'
import { planBulk, type Verdict } from '../../accounts/bulk/plan-bulk.ts'
import { missing } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findMachine } from '../../records/machines.ts'
import { parseSettings } from '../machines/settings.ts'
import { signOut } from '../machines/sign-out.ts'
import { updateMachine } from '../machines/update-machine.ts'
import { openMachineTable } from './table-machines.ts'

const ALL = { sort: 'name', limit: 1, count: false, format: 'json' } as const

/** Says what an action would do to many devices. */
export async function planMachinesBulk(
  ctx: Ctx,
  who: PersonPrincipal,
  params: ParamsOf<typeof planning>,
): Promise<BulkPlan<MachineId>> {
  const table = await openMachineTable(ctx, who, { ...params, ...ALL })
  limitIn(params)
  return planBulk(ctx, table, params, judgeOf(params))
}

/** Does something with some devices. */
export async function applyMachinesBulk(
  ctx: Ctx,
  who: PersonPrincipal,
  params: ParamsOf<typeof applying>,
): Promise<BulkResult<MachineId>> {
  const table = await openMachineTable(ctx, who, { ...params, ...ALL })
  const limit = limitIn(params)
  const act = ({ id }: MachineTableRow): Promise<unknown> =>
    limit === undefined
      ? signOut(ctx, who, id, params.remove_files)
      : updateMachine(ctx, who, id, limit === 0 ? NO_LIMIT : { throttled: true, bandwidth_throttle: limit })
  return applyBulk(ctx, table, params, {
    verdictOn: judgeOf(params),
    act,
    ...(limit !== undefined && { before: ({ id }) => limitBefore(ctx, id) }),
  })
}

const NO_LIMIT = { throttled: false }

const limitBefore = async ({ db }: Ctx, id: MachineId) => {
  const { throttled, bandwidth_throttle } = parseSettings((await findMachine(db.read, id))?.settings ?? '{}')
  // Without a rate of its own, a device is limited at certain times only.
  return { bandwidth_before: throttled ? bandwidth_throttle || null : 0 }
}

type Wish = Pick<ParamsOf<typeof applying>, 'action' | 'bandwidth_throttle'>

function limitIn({ action, bandwidth_throttle: limit }: Wish): number | null | undefined {
  if (action !== 'limit_speed') return undefined
  return limit === undefined ? missing('bandwidth_throttle') : limit
}

const judgeOf =
  ({ action }: Wish) =>
  ({ may, state }: MachineTableRow): Verdict => {
    if (!may.includes('devices.change')) return 'not_allowed'
    return action === 'sign_out' && state === 'signed_out' ? 'same' : 'change'
  }
