import type { AlertDelivery, AlertRule } from '@holdfast/api/oversight/alert-rules'
import { formatUtc, type Instant } from '@holdfast/api/time'
import type { DeliveryRow, RuleRow } from './rule-queries.ts'

const told = (at: Instant | null): string | null => (at === null ? null : formatUtc(at))

export const ruleView = (row: RuleRow, standing = 0): AlertRule => ({
  type: 'alert_rule',
  id: row.id,
  organization_id: row.organization_id,
  kind: row.kind,
  threshold: row.threshold,
  below: row.below === 1,
  enabled: row.enabled === 1,
  quiet_minutes: row.quiet_minutes,
  administrators: row.administrators === 1,
  emails: JSON.parse(row.emails) as string[],
  webhook_url: row.webhook_url,
  shipped: row.shipped === 1,
  standing,
  webhook_failing: told(row.webhook_failed_at),
  created: formatUtc(row.created_at),
})

export const deliveryView = (row: DeliveryRow): AlertDelivery => ({
  type: 'alert_delivery',
  id: row.id,
  event: row.event,
  target: row.target,
  address: row.address,
  state: row.state,
  status: row.status,
  reason: row.reason,
  attempts: row.attempts,
  created: formatUtc(row.created_at),
  attempted: told(row.attempted_at),
  next: told(row.next_at),
})
