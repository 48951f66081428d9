import type { KeepRules } from '../../platform/config/config.ts'
import { type BackupName, numberOf } from './place/names.ts'

const TIME = /-(\d{4})(\d{2})(\d{2})T/

const dayOf = (name: BackupName): Date => {
  const [, year, month, day] = TIME.exec(name) ?? []
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
}

const DAY_MS = 24 * 60 * 60 * 1000

/** What a clock showed only says which day a backup stands for. Which of two is newer, their numbers say. */
const SPANS: Record<Exclude<keyof KeepRules, 'last'>, (name: BackupName) => string> = {
  daily: (name) => dayOf(name).toISOString().slice(0, 10),
  // Monday is the first day of a week; 1970 began with a Thursday.
  weekly: (name) => String(Math.floor((dayOf(name).getTime() / DAY_MS + 3) / 7)),
  monthly: (name) => dayOf(name).toISOString().slice(0, 7),
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
