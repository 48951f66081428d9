import type { AlertDeliveryId } from '@holdfast/api/ids'
import type { DeliveryReason } from '@holdfast/api/oversight/alert-rules'
import { HOUR_MS, type Instant, MINUTE_MS } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { NotYet } from '../../platform/jobs/jobs.ts'
import { OutboundError } from '../../platform/outbound/outbound.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findOrganization } from '../../records/organizations.ts'
import {
  type DeliveryRow,
  findDelivery,
  findRule,
  findSecret,
  type RuleRow,
  updateDelivery,
  updateRule,
} from './rule-queries.ts'
import { signedHeaders } from './sign-webhook.ts'

/** Between attempts, as the Standard Webhooks specification proposes: three days in all. */
export const PAUSES: readonly number[] = [
  5000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  20 * HOUR_MS,
]

export interface Outcome {
  status: number | null
  reason: DeliveryReason | null
}

/** An attempt to deliver a message: a job, of which one server has the lease. Waits for the next one where it fails. */
export async function sendWebhook(ctx: Ctx, deliveryId: AlertDeliveryId): Promise<void> {
  const delivery = await findDelivery(ctx.db.read, deliveryId)
  if (delivery?.state !== 'waiting') return
  // Two jobs of one message, or one whose server ended after the attempt.
  if (delivery.next_at !== null && delivery.next_at > ctx.now())
    throw new NotYet('It waits for the next attempt', delivery.next_at)
  const rule = await findRule(ctx.db.read, delivery.rule_id)
  const outcome = rule?.webhook_url ? await attemptDelivery(ctx, rule, delivery) : undefined
  const next = await ctx.db.write((tx) => settle(ctx, tx, delivery, outcome))
  if (next !== null) throw new NotYet(`The webhook did not accept it (${outcome?.reason})`, next)
}

/** Posts a message, signed now. Gives what came of it, and never what the other side said. */
export async function attemptDelivery(ctx: Ctx, rule: RuleRow, delivery: DeliveryRow): Promise<Outcome> {
  const secret = await findSecret(ctx.db.read, rule.id)
  const { message_id: id, payload: body } = delivery
  if (secret === undefined || rule.webhook_url === null || id === null || body === null)
    return { status: null, reason: 'address' }
  try {
    const headers = signedHeaders(secret, { id, at: ctx.now(), body })
    const { status } = await ctx.outbound.post(new URL(rule.webhook_url), { headers, body })
    return { status, reason: status >= 200 && status < 300 ? null : 'status' }
  } catch (error) {
    if (error instanceof OutboundError) return { status: error.status ?? null, reason: error.fault }
    throw error
  }
}

/** Notes an attempt, and gives when the next one is due, if there is one. Without an outcome, there is no webhook any more. */
async function settle(
  ctx: Ctx,
  tx: Tx,
  delivery: DeliveryRow,
  outcome: Outcome | undefined,
): Promise<Instant | null> {
  const at = ctx.now()
  const attempts = delivery.attempts + 1
  const pause = outcome && outcome.reason !== null ? PAUSES[attempts - 1] : undefined
  const next_at = pause === undefined ? null : at + pause
  const state = outcome?.reason === null ? 'delivered' : next_at === null ? 'failed' : 'waiting'
  await noteAttempt(tx, delivery, { ...outcome, attempts, state, next_at, at })
  if (outcome && state !== 'waiting') await noteWebhook(ctx, tx, delivery, state === 'failed', at)
  return next_at
}

export const noteAttempt = (
  tx: Tx,
  { id }: DeliveryRow,
  { at, ...noted }: Partial<Outcome> & Pick<DeliveryRow, 'attempts' | 'state' | 'next_at'> & { at: Instant },
): Promise<DeliveryRow | undefined> =>
  updateDelivery(tx, id, {
    ...noted,
    attempted_at: at,
    ...(noted.state === 'delivered' && { payload: null }),
  })

/** That a message was given up is an alert until another one gets through. */
async function noteWebhook(
  ctx: Ctx,
  tx: Tx,
  { rule_id, address }: DeliveryRow,
  failed: boolean,
  at: Instant,
): Promise<void> {
  const rule = await findRule(tx, rule_id)
  if (!rule || (rule.webhook_failed_at !== null) === failed) return
  await updateRule(tx, rule_id, { webhook_failed_at: failed ? at : null })
  const organization = failed && (await findOrganization(tx, rule.organization_id))
  if (!organization) return
  ctx.log.warn({ rule: rule_id, organization: organization.id }, 'a webhook did not take a message')
  await recordActivity(tx, THE_SERVICE, 'webhook_failed', { organization, about: address }, at)
}
