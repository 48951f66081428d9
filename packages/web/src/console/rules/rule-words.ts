import type { AlertDelivery, AlertRule } from '@holdfast/api/oversight/alert-rules'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatMoment } from '../../messages/format.ts'

/** When a rule tells. */
export const ruleName = ({ kind, threshold }: Pick<AlertRule, 'kind' | 'threshold'>): string =>
  consoleWords().alertRules.kinds[kind](formatCount(threshold ?? 0))

/** For what, whom it tells, and how long it is quiet. */
export function ruleFacts(rule: AlertRule): string[] {
  const words = consoleWords().alertRules
  const told = [
    ...(rule.administrators ? [words.administrators] : []),
    ...rule.emails,
    ...(rule.webhook_url === null ? [] : [words.webhook(new URL(rule.webhook_url).host)]),
  ]
  return [
    rule.below ? words.below : words.here,
    told.join(', ') || words.nobody,
    `${words.quietTime}: ${words.minutes(rule.quiet_minutes)}`,
  ]
}

/** What became of a message. */
export function deliveryFacts({ state, status, reason, attempts, next }: AlertDelivery): string {
  const words = consoleWords().alertRules
  return [
    words.states[state],
    ...(status === null ? [] : [words.status(status)]),
    ...(reason === null || state === 'delivered' ? [] : [words.reasons[reason]]),
    ...(attempts > 1 ? [words.attempts(attempts)] : []),
    ...(next === null ? [] : [words.next(formatMoment(next))]),
  ].join(' · ')
}
