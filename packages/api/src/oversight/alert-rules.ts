import { type Static, Type } from 'typebox'
import { StatusOk } from '../envelopes.ts'
import { type AlertDeliveryId, type AlertRuleId, IdOf, type OrganizationId } from '../ids.ts'
import { NullableText, operation } from '../operation.ts'
import { nullable } from '../table.ts'

export const RULE_KINDS = [
  'space_quota',
  'device_unreachable',
  'backup',
  'sign_ins_blocked',
  'unusual_activity',
  'license_ending',
  'certificate_ending',
  'mail_waiting',
  'public_link',
] as const
export type RuleKind = (typeof RULE_KINDS)[number]

export interface Threshold {
  unit: 'percent' | 'hours' | 'days' | 'accounts'
  least: number
  most: number
  usual: number
}
/** What the threshold of each kind counts, and what it can be; null where there is none. */
export const THRESHOLDS: Record<RuleKind, Threshold | null> = {
  space_quota: { unit: 'percent', least: 1, most: 100, usual: 90 },
  device_unreachable: { unit: 'hours', least: 1, most: 8760, usual: 24 },
  backup: { unit: 'days', least: 1, most: 365, usual: 3 },
  sign_ins_blocked: { unit: 'accounts', least: 1, most: 1000, usual: 5 },
  unusual_activity: null,
  license_ending: { unit: 'days', least: 1, most: 365, usual: 14 },
  certificate_ending: { unit: 'days', least: 1, most: 365, usual: 14 },
  mail_waiting: { unit: 'hours', least: 1, most: 720, usual: 1 },
  public_link: null,
}
export const MOST_RULES = 50
export const MOST_RULE_EMAILS = 10
export const SHOWN_DELIVERIES = 50
/** A week. */
const MOST_QUIET = 10_080
export const USUAL_QUIET = 60

const Kind = Type.Unsafe<RuleKind>({
  type: 'string',
  enum: [...RULE_KINDS],
  description: 'What the rule is about',
})

const ruleFields = {
  type: Type.Literal('alert_rule'),
  id: IdOf<AlertRuleId>(),
  organization_id: IdOf<OrganizationId>(),
  kind: Kind,
  threshold: nullable(
    Type.Integer({
      description: 'In percent, hours, days or accounts, depending on `kind`; null if it has none',
    }),
  ),
  below: Type.Boolean({ description: 'Whether it includes child organizations' }),
  enabled: Type.Boolean(),
  quiet_minutes: Type.Integer({ description: 'The time in which the same alert is not sent again' }),
  administrators: Type.Boolean({ description: 'Whether administrators of the organization get an email' }),
  emails: Type.Array(Type.String(), { description: 'Other addresses that get an email' }),
  webhook_url: nullable(Type.String()),
  shipped: Type.Boolean({
    description: 'Whether it comes with every organization. Such a rule cannot be deleted',
  }),
  standing: Type.Integer({ minimum: 0, description: 'How many alerts it has sent that are not over' }),
  webhook_failing: nullable(
    Type.String({ description: 'Since when messages to the webhook could not be delivered, in UTC' }),
  ),
  created: Type.String(),
}
export const AlertRule = Type.Object(ruleFields, { title: 'AlertRule' })
export type AlertRule = Static<typeof AlertRule>

export const SavedAlertRule = Type.Object(
  {
    ...ruleFields,
    secret: Type.Optional(
      Type.String({ description: 'Verifies messages to the webhook. It is only shown once' }),
    ),
    would_have_fired: nullable(
      Type.Integer({
        minimum: 0,
        description: 'How often it would have fired in the last 30 days; null if that is not known',
      }),
    ),
  },
  { title: 'SavedAlertRule' },
)
export type SavedAlertRule = Static<typeof SavedAlertRule>

export const DELIVERY_STATES = ['waiting', 'delivered', 'queued', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]
export const DELIVERY_EVENTS = ['fired', 'over', 'test'] as const
export type DeliveryEvent = (typeof DELIVERY_EVENTS)[number]
/** Why a request to a webhook got no answer that counts. */
export const DELIVERY_REASONS = [
  'address',
  'port',
  'name',
  'connection',
  'certificate',
  'timeout',
  'redirect',
  'status',
] as const
export type DeliveryReason = (typeof DELIVERY_REASONS)[number]

export const AlertDelivery = Type.Object(
  {
    type: Type.Literal('alert_delivery'),
    id: IdOf<AlertDeliveryId>(),
    event: Type.Unsafe<DeliveryEvent>({ type: 'string', enum: [...DELIVERY_EVENTS] }),
    target: Type.Unsafe<'email' | 'webhook'>({ type: 'string', enum: ['email', 'webhook'] }),
    address: Type.String({ description: 'The email address, or the host of the webhook' }),
    state: Type.Unsafe<DeliveryState>({
      type: 'string',
      enum: [...DELIVERY_STATES],
      description:
        '`waiting`: it will be tried again. `queued`: the email was added to the queue. `failed`: it is not tried again',
    }),
    status: nullable(Type.Integer({ description: 'The HTTP status of the last answer' })),
    reason: nullable(
      Type.Unsafe<DeliveryReason>({
        type: 'string',
        enum: [...DELIVERY_REASONS],
        description: 'Why the last attempt failed',
      }),
    ),
    attempts: Type.Integer({ minimum: 0 }),
    created: Type.String(),
    attempted: nullable(Type.String({ description: 'When it was last tried' })),
    next: nullable(Type.String({ description: 'When it is tried again' })),
  },
  { title: 'AlertDelivery' },
)
export type AlertDelivery = Static<typeof AlertDelivery>

const area = 'Organizations'
const organization = { organization_id: IdOf<OrganizationId>() }
const one = { ...organization, rule_id: IdOf<AlertRuleId>({ description: 'The ID of the rule' }) }
const threshold = Type.Optional(
  Type.Unsafe<number | null>({
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    nullable: true,
    description:
      'When it fires: the percentage of the quota that is used, hours since a device or an email got through, days since a ' +
      'backup or until an end, accounts locked within 10 minutes. Default: the usual value of the kind',
  }),
)
const quiet = {
  minimum: 0,
  maximum: MOST_QUIET,
  description: 'For how long the same alert is not sent again',
}
const Emails = Type.Array(Type.String({ maxLength: 254 }), {
  maxItems: MOST_RULE_EMAILS,
  description: 'Addresses that get an email, besides the administrators',
})
const webhook = NullableText(2000)

export const listAlertRules = operation({
  name: 'list_alert_rules',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/alert_rules',
  area,
  ours: true,
  summary: 'List the alert rules of an organization',
  params: organization,
  result: Type.Object({ results: Type.Array(AlertRule) }),
})

export const createAlertRule = operation({
  name: 'create_alert_rule',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/alert_rules',
  area,
  ours: true,
  summary: 'Create an alert rule',
  description:
    'With a webhook, the response has its secret, which is only shown once. Messages follow the Standard Webhooks ' +
    'specification. What they name is what you can see: names of files and folders of other organizations only if you can ' +
    `view their files. An organization can have up to ${MOST_RULES} rules.`,
  params: {
    ...organization,
    kind: Kind,
    threshold,
    below: Type.Boolean({ default: false, description: 'Include child organizations, at any depth' }),
    enabled: Type.Boolean({ default: true, description: 'Turn the rule on' }),
    quiet_minutes: Type.Integer({ ...quiet, default: USUAL_QUIET }),
    administrators: Type.Boolean({
      default: true,
      description: 'Send an email to the administrators of the organization',
    }),
    emails: Type.Optional(Emails),
    webhook_url: webhook,
    dry_run: Type.Boolean({
      default: false,
      description: 'Change nothing, and answer what the rule would be and how often it would have fired',
    }),
  },
  result: SavedAlertRule,
  errors: ['policy_error'],
})

export const updateAlertRule = operation({
  name: 'update_alert_rule',
  method: 'PUT',
  path: '/api/2/organization/{organization_id}/alert_rules/{rule_id}',
  area,
  ours: true,
  summary: 'Update an alert rule',
  description:
    'What you leave out stays as it is. From then on, the rule names what you can see. A new webhook address, or ' +
    '`new_secret`, gets a new secret, which is only shown once.',
  params: {
    ...one,
    threshold,
    below: Type.Optional(Type.Boolean({ description: 'Include child organizations, at any depth' })),
    enabled: Type.Optional(Type.Boolean({ description: 'Turn the rule on or off' })),
    quiet_minutes: Type.Optional(Type.Integer(quiet)),
    administrators: Type.Optional(
      Type.Boolean({ description: 'Send an email to the administrators of the organization' }),
    ),
    emails: Type.Optional(Emails),
    webhook_url: webhook,
    new_secret: Type.Boolean({
      default: false,
      description: 'Create a new secret for the webhook. The old one stops working',
    }),
  },
  result: SavedAlertRule,
})

export const deleteAlertRule = operation({
  name: 'delete_alert_rule',
  method: 'DELETE',
  path: '/api/2/organization/{organization_id}/alert_rules/{rule_id}',
  area,
  ours: true,
  summary: 'Delete an alert rule',
  description: 'Rules that come with the organization can only be turned off.',
  params: one,
  result: StatusOk,
})

export const testAlertRule = operation({
  name: 'test_alert_rule',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/alert_rules/{rule_id}/test',
  area,
  ours: true,
  summary: 'Send a test through an alert rule',
  description:
    'Sends a test to each of its addresses, and to its webhook once, at once. You can do this ten times an hour for each rule.',
  params: one,
  result: Type.Object({ results: Type.Array(AlertDelivery) }),
})

export const listAlertDeliveries = operation({
  name: 'list_alert_deliveries',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/alert_rules/{rule_id}/deliveries',
  area,
  ours: true,
  summary: 'List what an alert rule sent',
  description: `Newest first, up to ${SHOWN_DELIVERIES}.`,
  params: one,
  result: Type.Object({ results: Type.Array(AlertDelivery) }),
})

export const resendAlertDelivery = operation({
  name: 'resend_alert_delivery',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/alert_rules/{rule_id}/deliveries/{delivery_id}/send_again',
  area,
  ours: true,
  summary: 'Send a message to a webhook again',
  description: 'For messages that failed or wait. Its ID stays the same, so the receiver can recognize it.',
  params: { ...one, delivery_id: IdOf<AlertDeliveryId>({ description: 'The ID of the delivery' }) },
  result: AlertDelivery,
})
