import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { findOrganization } from '../../records/organizations.ts'
import { listAdministratorsOf } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'
import type { Item } from './name-facts.ts'
import { type DeliveryRow, forgetOldDeliveries, insertDelivery, type RuleRow } from './rule-queries.ts'
import { mailData, type Told, writePayload } from './write-message.ts'

export interface News {
  event: Told['event']
  items: readonly Item[]
  /** Those that the administrators hear of as well. */
  forAdministrators: readonly Item[]
}

/** Has what a rule tells sent to all of its targets, in the transaction that notes it as told. */
export async function deliver(ctx: Ctx, tx: Tx, rule: RuleRow, news: News): Promise<DeliveryRow[]> {
  const organization = await findOrganization(tx, rule.organization_id)
  if (!organization) return []
  const at = ctx.now()
  const told = { event: news.event, rule, organizationName: organization.name, at }
  const sent: DeliveryRow[] = []
  const mail = async (to: string, items: readonly Item[]) => {
    if (items.length === 0 && news.event !== 'test') return
    const data = mailData(ctx, { ...told, items })
    await sendMail(ctx, tx, { organizationId: rule.organization_id, to, kind: 'alert_rule', data }, at)
    sent.push(await insertDelivery(tx, { ...rowOf(rule, news.event, at), ...queued(to) }))
  }
  const emails = JSON.parse(rule.emails) as string[]
  const known = new Set(emails.map((email) => email.toLowerCase()))
  for (const email of emails) await mail(email, news.items)
  if (rule.administrators === 1)
    for (const { email } of await listAdministratorsOf(tx, rule.organization_id))
      if (!known.has(email.toLowerCase())) await mail(email, news.forAdministrators)
  if (rule.webhook_url !== null) {
    const delivery = await insertDelivery(tx, {
      ...rowOf(rule, news.event, at),
      target: 'webhook',
      address: new URL(rule.webhook_url).host,
      state: 'waiting',
      message_id: `msg_${ctx.random(18).toString('base64url')}`,
      payload: writePayload(ctx, { ...told, items: news.items }),
      next_at: at,
    })
    sent.push(delivery)
    if (news.event !== 'test') await enqueueWebhook(tx, rule, delivery, at)
  }
  await forgetOldDeliveries(tx, rule.id)
  return sent
}

/** In a lane of the organization, so that a webhook that does not answer keeps nobody else’s waiting. */
export const enqueueWebhook = (tx: Tx, rule: RuleRow, { id }: DeliveryRow, at: number): Promise<void> =>
  enqueue(tx, 'send_webhook', { deliveryId: id }, at, rule.organization_id)

const rowOf = (rule: RuleRow, event: Told['event'], created_at: number) => ({
  rule_id: rule.id,
  event,
  created_at,
  message_id: null,
  payload: null,
  next_at: null,
})
const queued = (address: string) => ({ target: 'email', address, state: 'queued' }) as const
