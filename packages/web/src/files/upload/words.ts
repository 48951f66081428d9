import { canRetry, itemsOf } from '../../core/upload/machine-items.ts'
import type { Item, Reason, State } from '../../core/upload/machine-types.ts'
import { formatSize } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { faultsOf } from '../list/name-faults.ts'

/** The kind of file that is not allowed, where that is why, and it is known which. */
export const extensionIn = ({
  code,
  words,
}: {
  code: string
  words?: string | undefined
}): string | undefined =>
  code === 'invalid_extension' && words !== undefined && /^\.\S+$/.test(words) ? words : undefined

function wordsOfReason({ code, words }: Reason, path: string): string {
  const byCode: Record<string, string | undefined> = t.errors.byCode
  if (code === 'invalid_name') {
    // Which rule a name breaks is said by the rule; of those that only the server knows, in its words.
    const faults = new Set(path.split('/').flatMap(faultsOf))
    if (faults.size > 0) return [...faults].join(' ')
    if (words !== undefined) return words
  }
  const extension = extensionIn({ code, words })
  if (extension !== undefined) return t.uploads.kinds([extension])
  return t.uploads.reasons[code] ?? byCode[code] ?? words ?? t.errors.unknown
}

export const canRetrySome = (state: State): boolean => {
  for (const item of itemsOf(state)) if (!item.dismissed && canRetry(item)) return true
  return false
}

export function wordsOfItem(item: Item): string {
  const { states } = t.uploads
  if (item.status === 'failed') return wordsOfReason(item.reason ?? { code: 'unknown' }, item.path)
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
