import { DAY_MS, HOUR_MS, type Instant } from '@holdfast/api/time'
import type { DirectorySettings } from '../../platform/ldap/settings.ts'

const LONGEST_PAUSE_MS = 7 * DAY_MS

/** When the import after the one at `at` is due; later after each that failed, but within a week. */
export function nextImport(
  { importHours }: Pick<DirectorySettings, 'importHours'>,
  at: Instant,
  failures = 0,
): Instant | null {
  if (importHours === null) return null
  const pause = importHours * HOUR_MS
  return at + Math.min(pause * 2 ** Math.max(0, failures - 1), Math.max(pause, LONGEST_PAUSE_MS))
}
