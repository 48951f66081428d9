import type { AlertRuleId, OrganizationId } from '@holdfast/api/ids'
import {
  type AlertDelivery,
  type AlertRule,
  createAlertRule,
  deleteAlertRule,
  listAlertDeliveries,
  listAlertRules,
  type RuleKind,
  resendAlertDelivery,
  testAlertRule,
  updateAlertRule,
} from '@holdfast/api/oversight/alert-rules'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'
import { FRESH_MS } from './places.ts'
import { afterwards } from './table.ts'

export const useRules = (organization_id: OrganizationId) =>
  useQuery({
    queryKey: ['console', 'alert rules', organization_id],
    queryFn: async ({ signal }) => (await call(listAlertRules, { organization_id }, { signal })).results,
    staleTime: FRESH_MS,
    refetchInterval: 60_000,
  })

const pathOf = ({ organization_id, id: rule_id }: AlertRule) => ({ organization_id, rule_id })

/** What a rule sent. Attempts go by by themselves. */
export const useDeliveries = (rule: AlertRule) =>
  useQuery({
    queryKey: ['console', 'alert deliveries', rule.id],
    queryFn: async ({ signal }) => (await call(listAlertDeliveries, pathOf(rule), { signal })).results,
    refetchInterval: 5000,
  })

/** What a rule is to be, whole. */
export interface RuleWish {
  kind: RuleKind
  threshold: number | null
  below: boolean
  enabled: boolean
  quiet_minutes: number
  administrators: boolean
  emails: string[]
  webhook_url: string | null
}

/** Gives the secret of the webhook where it has a new one. */
export async function saveRule(
  organization_id: OrganizationId,
  id: AlertRuleId | undefined,
  { kind, ...wish }: RuleWish,
): Promise<string | undefined> {
  const saved = await afterwards(
    id === undefined
      ? call(createAlertRule, { organization_id, kind, ...wish })
      : call(updateAlertRule, { organization_id, rule_id: id, ...wish }),
  )
  return saved.secret
}

/** How often a rule of a kind would have fired lately; null where that is not known. */
export const useWouldHaveFired = (organization_id: OrganizationId, kind: RuleKind, below: boolean) =>
  useQuery({
    queryKey: ['console', 'rule figures', organization_id, kind, below],
    queryFn: async () =>
      (await call(createAlertRule, { organization_id, kind, below, dry_run: true })).would_have_fired,
    staleTime: FRESH_MS,
  })

export const turnRule = (rule: AlertRule, enabled: boolean) =>
  afterwards(call(updateAlertRule, { ...pathOf(rule), enabled }))
export const renewSecret = async (rule: AlertRule): Promise<string | undefined> =>
  (await afterwards(call(updateAlertRule, { ...pathOf(rule), new_secret: true }))).secret
export const removeRule = (rule: AlertRule) => afterwards(call(deleteAlertRule, pathOf(rule)))
export const sendTest = async (rule: AlertRule): Promise<AlertDelivery[]> =>
  (await afterwards(call(testAlertRule, pathOf(rule)))).results
export const sendAgain = (rule: AlertRule, { id: delivery_id }: AlertDelivery) =>
  afterwards(call(resendAlertDelivery, { ...pathOf(rule), delivery_id }))
