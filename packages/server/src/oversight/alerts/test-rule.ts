import { HOUR_MS } from '@holdfast/api/time'
import { busy } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { authorizeRule, type RulePath } from './authorize-rule.ts'
import { deliver } from './deliver-news.ts'
import type { DeliveryRow } from './rule-queries.ts'
import { deliveryView } from './rule-view.ts'
import { attemptDelivery, noteAttempt } from './send-webhook.ts'

const AN_HOUR = { most: 10, ms: HOUR_MS }

/** Sends a test to all targets of a rule; to the webhook at once and only once, so that its answer can be told. */
export async function testAlertRule(ctx: Ctx, who: PersonPrincipal, path: RulePath) {
  const { rule } = await authorizeRule(ctx.db.read, who, path)
  const wait = await ctx.limits.take(`tests of alert rule ${rule.id}`, AN_HOUR)
  if (wait !== undefined) busy(`You can send up to ${AN_HOUR.most} tests an hour. Try again later.`, wait)
  const sent = await ctx.db.write(async (tx) => {
    const now = await authorizeRule(tx, who, path)
    return deliver(ctx, tx, now.rule, { event: 'test', items: [], forAdministrators: [] })
  })
  const results: DeliveryRow[] = []
  for (const delivery of sent)
    results.push(delivery.target === 'webhook' ? await tryOnce(ctx, who, path, delivery) : delivery)
  return { results: results.map(deliveryView) }
}

async function tryOnce(
  ctx: Ctx,
  who: PersonPrincipal,
  path: RulePath,
  delivery: DeliveryRow,
): Promise<DeliveryRow> {
  const { rule } = await authorizeRule(ctx.db.read, who, path)
  const outcome = await attemptDelivery(ctx, rule, delivery)
  const state = outcome.reason === null ? 'delivered' : 'failed'
  const noted = { ...outcome, attempts: 1, state, next_at: null, at: ctx.now() } as const
  return (await ctx.db.write((tx) => noteAttempt(tx, delivery, noted))) ?? delivery
}
