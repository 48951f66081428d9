import { type BulkPlan, type BulkRefusal, MAX_PLANNED } from '@holdfast/api/accounts/account-bulk'
import type { OrganizationId } from '@holdfast/api/ids'
import { refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { readAll, type Table } from '../../platform/table/read-table.ts'
import { listUpwardOf } from '../../records/organization-tree.ts'

/** What a row of a list has, whatever it lists. */
export interface BulkRow {
  id: number
  name: string
  organization: { id: OrganizationId }
}

/** What an action would do to a row: change it, nothing as it is so already, or not be done for a reason. */
export type Verdict = 'change' | 'same' | BulkRefusal

export interface Chosen {
  organization_id: OrganizationId
  below: boolean
  ids?: readonly number[]
  except_ids?: readonly number[]
}

const ROWS_AT_ONCE = 500
const NAMES_SHOWN = 10

/** Says of all that are chosen what would become of them. The answer names those that it would change. */
export async function planBulk<Row extends BulkRow>(
  ctx: Ctx,
  table: Table<Row>,
  chosen: Chosen,
  verdictOn: (row: Row) => Verdict,
): Promise<BulkPlan<Row['id']>> {
  const except = new Set(chosen.except_ids)
  const wanted = (chosen.ids ?? (await matching(ctx, table))).filter((id) => !except.has(id))
  const all = [...new Set(wanted)]
  const ids: Row['id'][] = []
  let same = 0
  const leftOut = new Map<BulkRefusal, { count: number; first: string[] }>()
  for (let at = 0; at < all.length; at += ROWS_AT_ONCE)
    for (const row of await rowsAmong(ctx, table, chosen, all.slice(at, at + ROWS_AT_ONCE))) {
      const verdict = verdictOn(row)
      if (verdict === 'change') ids.push(row.id)
      else if (verdict === 'same') same++
      else {
        const known = leftOut.get(verdict) ?? { count: 0, first: [] }
        if (known.first.length < NAMES_SHOWN) known.first.push(row.name)
        leftOut.set(verdict, { ...known, count: known.count + 1 })
      }
    }
  return {
    type: 'bulk_plan',
    ids,
    same,
    left_out: [...leftOut].map(([reason, some]) => ({ reason, ...some })),
  }
}

async function matching<Row>(ctx: Ctx, table: Table<Row>): Promise<number[]> {
  const { rows, isMore } = await readAll(ctx, table, MAX_PLANNED)
  if (isMore) refuse('ids', `more than ${MAX_PLANNED} match: narrow the search or the filters`)
  return rows
}

/** Those of the ids that are rows of the organization, or with `below` of one below it; their administrators are the same. */
export async function rowsAmong<Row extends BulkRow>(
  ctx: Ctx,
  table: Table<Row>,
  { organization_id: id, below }: Chosen,
  ids: readonly number[],
): Promise<Row[]> {
  const rows = await table.rowsOf(ids)
  if (!below) return rows.filter(({ organization }) => organization.id === id)
  const upward = await listUpwardOf(ctx.db.read, [
    ...new Set(rows.map(({ organization }) => organization.id)),
  ])
  return rows.filter(({ organization }) => upward.get(organization.id)?.some((above) => above.id === id))
}
