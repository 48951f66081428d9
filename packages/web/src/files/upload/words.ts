import type { Item, Reason, State } from '../../core/upload/machine-types.ts'
import { formatSize } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'

export function wordsOfReason({ code, words }: Reason): string {
  const byCode: Record<string, string | undefined> = t.errors.byCode
  // Which rule a name breaks is said by the rule.
  if (code === 'invalid_name' && words !== undefined) return words
  return t.uploads.reasons[code] ?? byCode[code] ?? words ?? t.errors.unknown
}

/** What nobody can change by trying once more. */
const FINAL = new Set(['invalid_name', 'name_too_long', 'invalid_extension', 'too_large'])
export const canRetry = ({ status, reason }: Item): boolean =>
  status === 'failed' && !FINAL.has(reason?.code ?? '')

export function wordsOfItem(item: Item): string {
  const { states } = t.uploads
  if (item.status === 'failed') return wordsOfReason(item.reason ?? { code: 'unknown' })
  if (item.status !== 'sending') return states[item.status]
  return item.sent < item.size || item.size === 0
    ? states.sending(formatSize(item.sent), formatSize(item.size))
    : states.finishing
}

const MINUTE = 60
const HOUR = 3600

export function wordsOfTime(seconds: number): string {
  if (seconds < MINUTE) return t.uploads.seconds(Math.max(1, Math.round(seconds)))
  if (seconds < HOUR) return t.uploads.minutes(Math.round(seconds / MINUTE))
  return t.uploads.hours(Math.round(seconds / HOUR))
}

export const activeOf = ({ sums: { counts } }: State): number =>
  counts.checking + counts.queued + counts.sending + counts.waiting + counts.paused

export const allOf = ({ sums: { counts } }: State): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
