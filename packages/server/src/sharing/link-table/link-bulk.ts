import type { SharelinkId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import {
  type applySharelinksBulk as applying,
  type LinkBulkOutcome,
  type LinkBulkPlan,
  NEVER,
  type planSharelinksBulk as planning,
} from '@holdfast/api/sharing/link-bulk'
import type { LinkTableRow } from '@holdfast/api/sharing/link-table'
import { formatDate, parseDate } from '@holdfast/api/time'
import { applyBulk } from '../../accounts/bulk/apply-bulk.ts'
import { planBulk, type Verdict } from '../../accounts/bulk/plan-bulk.ts'
import { fail, missing, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { deleteLink } from '../links/delete-link.ts'
import { updateLink } from '../links/update-link.ts'
import { openLinkTable } from './table-links.ts'

const ALL = { sort: 'created', limit: 1, count: false, format: 'json' } as const
const NO_FILTERS = { public: false, no_password: false, no_expiry: false, visitors_add: false } as const

/** Says what an action would do to many links. */
export async function planSharelinksBulk(
  ctx: Ctx,
  who: PersonPrincipal,
  params: ParamsOf<typeof planning>,
): Promise<LinkBulkPlan> {
  const table = await openLinkTable(ctx, who, { ...params, ...ALL })
  const judge = judgeOf(ctx, params)
  let withMembers = 0
  const plan = await planBulk(ctx, table, params, (row) => {
    const verdict = judge(row)
    if (verdict === 'change' && row.members > 0) withMembers++
    return verdict
  })
  return { ...plan, with_members: withMembers }
}

/** Changes or deletes some links. */
export async function applySharelinksBulk(
  ctx: Ctx,
  who: PersonPrincipal,
  params: ParamsOf<typeof applying>,
): Promise<{ type: 'bulk_result'; results: LinkBulkOutcome[] }> {
  const table = await openLinkTable(ctx, who, { ...params, ...ALL, ...NO_FILTERS })
  const expiries = new Map<SharelinkId, string | null>()
  const verdictOn = (row: LinkTableRow): Verdict => {
    expiries.set(row.id, row.expires)
    return judge(row)
  }
  const judge = judgeOf(ctx, params)
  const act = actOf(ctx, who, params)
  const { type, results } = await applyBulk(ctx, table, params, { verdictOn, act: ({ id }) => act(id) })
  return { type, results: results.map((one) => ({ ...one, expires_before: expiries.get(one.id) ?? null })) }
}

type Wish = Pick<ParamsOf<typeof applying>, 'action' | 'expires' | 'expires_each'> & {
  ids?: ParamsOf<typeof applying>['ids']
}

function judgeOf(ctx: Ctx, wish: Wish): (row: LinkTableRow) => Verdict {
  const today = formatDate(ctx.now())
  const expiryOf = wish.action === 'set_expires' ? expiryIn(wish, today) : undefined
  return (row) => {
    if (!row.may.includes('links.close')) return 'not_allowed'
    if (wish.action === 'delete') return 'change'
    if (wish.action === 'require_sign_in') return row.public ? 'change' : 'same'
    // What opens a link, or lets it live on, is for those who may see where it leads.
    if (row.hidden) return 'not_allowed'
    if (!expiryOf) return row.public ? 'same' : 'change'
    if (row.expires !== null && row.expires < today) return 'expired'
    const expires = expiryOf(row.id)
    if (row.expires === expires) return 'same'
    const shortens = row.expires === null || (expires !== null && expires < row.expires)
    return shortens || wish.expires_each ? 'change' : 'same'
  }
}

function actOf(ctx: Ctx, who: PersonPrincipal, wish: Wish): (id: SharelinkId) => Promise<unknown> {
  switch (wish.action) {
    case 'delete':
      return (id) => deleteLink(ctx, who, id)
    case 'require_sign_in':
      return (id) => updateLink(ctx, who, id, { loginRequired: true })
    case 'allow_public':
      return (id) => updateLink(ctx, who, id, { loginRequired: false })
    case 'set_expires': {
      const expiryOf = expiryIn(wish, formatDate(ctx.now()))
      return (id) => updateLink(ctx, who, id, { expires: expiryOf(id) })
    }
  }
}

/** The expiry date that each link gets; null for none. */
function expiryIn({ expires, expires_each: each, ids = [] }: Wish, today: string) {
  if (!each) {
    const day = expires ?? missing('expires')
    if (day < today) refuse('expires', 'must not be in the past')
    return (): string | null => day
  }
  if (each.length !== ids.length) refuse('expires_each', 'expected as many as ids')
  const days = new Map(ids.map((id, n) => [id, dayIn(each[n] ?? NEVER)]))
  return (id: SharelinkId): string | null => days.get(id) ?? null
}

const dayIn = (text: string): string | null => {
  if (text === NEVER) return null
  return parseDate(text) === undefined ? fail('invalid_date_format') : text
}
