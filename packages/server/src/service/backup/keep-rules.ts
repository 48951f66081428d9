import { DAY_MS, parseDate } from '@holdfast/api/time'
import type { KeepRules } from '../../platform/config/config.ts'
import { type BackupName, numberOf } from './place/names.ts'

const DAY = /-(\d{4})(\d{2})(\d{2})T/
const WEEK_DAYS = 7
/** 1970 began with a Thursday, and weeks begin with a Monday. */
const SINCE_MONDAY = 3

/** `2026-05-01` */
const dayOf = (name: BackupName): string => DAY.exec(name)?.slice(1).join('-') ?? ''

/** What a clock showed only says which day a backup stands for. Which of two is newer, their numbers say. */
const SPANS: Record<Exclude<keyof KeepRules, 'last'>, (name: BackupName) => string> = {
  daily: dayOf,
  weekly: (name) => {
    const days = (parseDate(dayOf(name)) ?? 0) / DAY_MS
    return String(Math.floor((days + SINCE_MONDAY) / WEEK_DAYS))
  },
  monthly: (name) => dayOf(name).slice(0, 'yyyy-mm'.length),
}

/** The newest is always among them, whatever the rules are. */
export function chooseKept(names: readonly BackupName[], rules: KeepRules): Set<BackupName> {
  const newestFirst = names.toSorted((a, b) => numberOf(b) - numberOf(a))
  const kept = new Set(newestFirst.slice(0, Math.max(1, rules.last ?? 1)))
  for (const [rule, spanOf] of Object.entries(SPANS) as [keyof typeof SPANS, (typeof SPANS)['daily']][]) {
    const seen = new Set<string>()
    for (const name of newestFirst) {
      if (seen.size >= (rules[rule] ?? 0)) break
      const span = spanOf(name)
      if (!seen.has(span)) kept.add(name)
      seen.add(span)
    }
  }
  return kept
}
