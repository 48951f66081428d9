import type { DeliveryEvent } from '@holdfast/api/oversight/alert-rules'
import { formatUtc, type Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { MailData } from '../../platform/messages/letters/mail-data.ts'
import type { Item } from './name-facts.ts'
import { pageOfRule } from './page-of-rule.ts'
import type { RuleRow } from './rule-queries.ts'

/** So many are named. */
export const MOST_ITEMS = 50

export interface Told {
  event: DeliveryEvent
  rule: RuleRow
  organizationName: string
  items: readonly Item[]
  at: Instant
}

/** The body of a message to a webhook. docs/alerts.md describes it. */
export function writePayload(
  ctx: Pick<Ctx, 'publicUrl'>,
  { event, rule, organizationName, items, at }: Told,
) {
  const { id, kind, threshold, organization_id } = rule
  return JSON.stringify({
    type: `alert.${event}`,
    timestamp: `${formatUtc(at)}Z`,
    data: {
      rule: { id, kind, threshold },
      organization: { id: organization_id, name: organizationName },
      count: items.length,
      items: items.slice(0, MOST_ITEMS).map((item) => ({
        organization: item.organization,
        name: item.name,
        since: item.at === undefined ? null : `${formatUtc(item.at)}Z`,
        used: item.used ?? null,
        limit: item.limit ?? null,
      })),
      link: ctx.publicUrl + pageOfRule(rule),
    },
  })
}

export function mailData(
  ctx: Pick<Ctx, 'publicUrl'>,
  { event, rule, organizationName, items }: Told,
): MailData['alert_rule'] {
  return {
    event,
    kind: rule.kind,
    threshold: rule.threshold,
    organization: organizationName,
    items: items.slice(0, MOST_ITEMS).map(({ organization, name, at, used, limit }) => ({
      name,
      ...(organization.id !== rule.organization_id && { organization: organization.name }),
      ...(at !== undefined && { at: formatUtc(at) }),
      ...(used !== undefined && { used }),
      ...(limit !== undefined && { limit }),
    })),
    more: Math.max(0, items.length - MOST_ITEMS),
    link: ctx.publicUrl + pageOfRule(rule),
    rules: `${ctx.publicUrl}/admin/${rule.organization_id}/alert-rules`,
  }
}
