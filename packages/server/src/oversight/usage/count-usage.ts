import type { OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { listOrganizationsAfter } from '../../records/organizations.ts'
import { monthOf } from './month.ts'
import { replaceMonth } from './queries.ts'
import { countNow } from './read-figures.ts'

/** So many at a time: nobody waits long for a transaction of this, however many organizations there are. */
const BATCH = 200

/** Notes what every organization has, for the month it is. To count again only makes the figures newer. */
export async function countUsage(ctx: Ctx): Promise<void> {
  const at = ctx.now()
  let after: OrganizationId | 0 | undefined = 0
  while (after !== undefined) {
    const from: OrganizationId | 0 = after
    after = await ctx.db.write((tx) => countBatch(tx, from, at))
  }
}

/** Gives the last organization counted, or undefined after all of them. */
async function countBatch(
  tx: Tx,
  after: OrganizationId | 0,
  at: Instant,
): Promise<OrganizationId | undefined> {
  const month = monthOf(at)
  const organizations = await listOrganizationsAfter(tx, after, BATCH)
  if (organizations.length === 0) return undefined
  const figures = await countNow(tx, month, organizations)
  const rows = [...figures].map(([organization_id, usage]) => ({
    organization_id,
    month,
    counted_at: at,
    usage: JSON.stringify(usage),
  }))
  await replaceMonth(tx, rows)
  return organizations.at(-1)?.id
}
