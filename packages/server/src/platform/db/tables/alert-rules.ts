import type { AlertDeliveryId, AlertRuleId, OrganizationId, PersonId } from '@holdfast/api/ids'
import type {
  DeliveryEvent,
  DeliveryReason,
  DeliveryState,
  RuleKind,
} from '@holdfast/api/oversight/alert-rules'
import type { Instant } from '@holdfast/api/time'
import { type Generated, type SchemaModule, sql } from 'kysely'
import { type Columns, counter, type Flag, required, requiredReference } from './columns.ts'

/** Who is told about what needs an administrator, from when on (ADR 0082). */
export interface AlertRuleTables {
  alert_rule: {
    id: Generated<AlertRuleId>
    organization_id: OrganizationId
    kind: RuleKind
    threshold: number | null
    below: Flag
    enabled: Flag
    /** Since when it is on, without a break: what is older is no news for it. */
    enabled_at: Instant
    quiet_minutes: number
    administrators: Flag
    /** As JSON. */
    emails: string
    webhook_url: string | null
    /** Sealed. */
    webhook_secret: Buffer | null
    /** Since when nothing reaches the webhook any more. */
    webhook_failed_at: Instant | null
    /** It comes with the organization. */
    shipped: Flag
    /** What it names is what this person can see. */
    set_by: PersonId | null
    created_at: Instant
  }
  /** What a rule has told of, and whether that is over. Kept until the same may be told again. */
  alert_firing: {
    rule_id: AlertRuleId
    subject: string
    /** What it is about, which may be one below that of the rule. */
    organization_id: OrganizationId
    told_at: Instant
    ended_at: Instant | null
    /** What was told, as JSON. */
    fact: string
  }
  /** What a rule sent, to one address or webhook. The newest of each rule are kept. */
  alert_delivery: {
    id: Generated<AlertDeliveryId>
    rule_id: AlertRuleId
    event: DeliveryEvent
    target: 'email' | 'webhook'
    address: string
    state: DeliveryState
    /** Of the message to a webhook, the same in all attempts. */
    message_id: string | null
    /** Its body, while it may be sent. */
    payload: string | null
    attempts: Generated<number>
    status: number | null
    reason: DeliveryReason | null
    created_at: Instant
    attempted_at: Instant | null
    next_at: Instant | null
  }
}

export async function createAlertRules(schema: SchemaModule, columns: Columns): Promise<void> {
  const { bigint, bytes, flag, id, key } = columns
  await schema
    .createTable('alert_rule')
    .addColumn('id', bigint, id)
    .addColumn('organization_id', bigint, requiredReference('organization'))
    .addColumn('kind', key, required)
    .addColumn('threshold', bigint)
    .addColumn('below', flag, required)
    .addColumn('enabled', flag, required)
    .addColumn('enabled_at', bigint, required)
    .addColumn('quiet_minutes', bigint, required)
    .addColumn('administrators', flag, required)
    .addColumn('emails', 'text', required)
    .addColumn('webhook_url', 'text')
    .addColumn('webhook_secret', bytes)
    .addColumn('webhook_failed_at', bigint)
    .addColumn('shipped', flag, required)
    .addColumn('set_by', bigint, (c) => c.references('person.id'))
    .addColumn('created_at', bigint, required)
    .execute()
  const index = (name: string, on: string[]) => schema.createIndex(name).on('alert_rule').columns(on)
  await index('alert_rule_listed', ['organization_id', 'id']).execute()
  await index('alert_rule_of_kind', ['kind', 'threshold'])
    .where(sql.ref('enabled'), '=', sql.lit(1))
    .execute()
  await index('alert_rule_failing', ['organization_id'])
    .where(sql.ref('webhook_failed_at'), 'is not', null)
    .execute()
  await createTold(schema, columns)
}

async function createTold(schema: SchemaModule, { bigint, id, key }: Columns): Promise<void> {
  await schema
    .createTable('alert_firing')
    .addColumn('rule_id', bigint, requiredReference('alert_rule'))
    .addColumn('subject', key, required)
    .addColumn('organization_id', bigint, requiredReference('organization'))
    .addColumn('told_at', bigint, required)
    .addColumn('ended_at', bigint)
    .addColumn('fact', 'text', required)
    .addPrimaryKeyConstraint('alert_firing_key', ['rule_id', 'subject'])
    .execute()
  await schema
    .createTable('alert_delivery')
    .addColumn('id', bigint, id)
    .addColumn('rule_id', bigint, requiredReference('alert_rule'))
    .addColumn('event', 'text', required)
    .addColumn('target', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('message_id', 'text')
    .addColumn('payload', 'text')
    .addColumn('attempts', bigint, counter)
    .addColumn('status', bigint)
    .addColumn('reason', 'text')
    .addColumn('created_at', bigint, required)
    .addColumn('attempted_at', bigint)
    .addColumn('next_at', bigint)
    .execute()
  await schema.createIndex('alert_delivery_listed').on('alert_delivery').columns(['rule_id', 'id']).execute()
}
