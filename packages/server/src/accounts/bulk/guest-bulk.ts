import type {
  applyGuestsBulk as applying,
  BulkPlan,
  BulkResult,
  planGuestsBulk as planning,
} from '@holdfast/api/accounts/account-bulk'
import type { GuestTableRow } from '@holdfast/api/accounts/account-tables'
import type { GuestId, PersonId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { deleteGuest } from '../deletion/delete-guest.ts'
import { openGuestTable } from '../tables/table-guests.ts'
import { applyBulk } from './apply-bulk.ts'
import { messageOf, sendMessage } from './message.ts'
import { ALL } from './person-bulk.ts'
import { planBulk, type Verdict } from './plan-bulk.ts'

type Wish = Pick<ParamsOf<typeof applying>, 'action' | 'subject' | 'text'>

/** Says what an action would do to many guests. */
export async function planGuestsBulk(
  ctx: Ctx,
  who: PersonPrincipal,
  params: ParamsOf<typeof planning>,
): Promise<BulkPlan<GuestId>> {
  const table = await openGuestTable(ctx, who, { ...params, ...ALL })
  return planBulk(ctx, table, params, judgeOf(params))
}

/** Does something with some guests. */
export async function applyGuestsBulk(
  ctx: Ctx,
  who: PersonPrincipal,
  params: ParamsOf<typeof applying>,
): Promise<BulkResult<GuestId>> {
  const table = await openGuestTable(ctx, who, { ...params, ...ALL, never: false })
  const message = params.action === 'message' ? messageOf(params) : undefined
  const act = ({ id }: GuestTableRow) =>
    message
      ? sendMessage(ctx, who, { id: id as number as PersonId, isGuest: true }, message)
      : deleteGuest(ctx, who, id)
  return applyBulk(ctx, table, params, { verdictOn: judgeOf(params), act })
}

const judgeOf =
  ({ action }: Wish) =>
  ({ may }: GuestTableRow): Verdict =>
    may.includes(action === 'delete' ? 'people.delete' : 'people.change') ? 'change' : 'not_allowed'
