import type { Alert } from '@holdfast/api/oversight/alerts'
import { formatCount, formatDay, formatMoment, formatNames, formatSize } from './format.ts'
import { t } from './words.ts'

/** What needs an administrator, in a sentence. */
export function alertWords({ kind, used, limit, at, count, level }: Alert): string {
  const words = t.bell.alerts
  const isOver = level === 'urgent'
  switch (kind) {
    case 'space_quota':
      return words.space_quota(formatSize(used ?? 0), formatSize(limit ?? 0))
    case 'accounts_maximum':
      return words.accounts_maximum(formatCount(used ?? 0), formatCount(limit ?? 0))
    case 'trial_ending':
    case 'license_ending':
      return words[kind](formatDay(at ?? ''), isOver)
    case 'retention_paused':
      return words[kind](formatDay(at ?? ''))
    case 'brake':
      return t.brake.label
    default:
      return words[kind](count)
  }
}

/** Of devices and directories which they are; of the rest since when. */
export function moreOfAlert({ kind, items, count, at }: Alert): string | undefined {
  if (kind === 'directory_failed' || kind === 'machines_unreachable') {
    const names = items.slice(0, 3).map(({ name }) => name)
    return t.bell.names(formatNames(names), count > names.length)
  }
  if (kind === 'retention_paused') return t.bell.resume.open
  if (kind === 'setup_open') return t.bell.continueSetup
  const lasts = kind === 'jobs_failed' || kind === 'mail_waiting' || kind.startsWith('backup_')
  return lasts && at !== null ? t.bell.since(formatMoment(at)) : undefined
}
