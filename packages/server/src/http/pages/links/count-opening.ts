import type { Ctx } from '../../../platform/context.ts'
import { countView } from '../../../sharing/shared-content/count-use.ts'
import type { Arrival, Browser } from './arrive.ts'

/** What the address says of someone who is on the page already. */
const INSIDE = ['page', 'sort', 'order', 'added']

/** Counts a view where someone opens the page that the link leads to: not for other parts of it, nor for HEAD. */
export async function countOpening(
  ctx: Ctx,
  { visit, shown }: Arrival,
  { method, page, query }: Browser,
): Promise<void> {
  if (method !== 'GET' || page !== shown.addresses.top) return
  if (!INSIDE.some((name) => query.has(name))) await countView(ctx, visit)
}
