import type { Instant } from '@holdfast/api/time'

interface Kept {
  log_level: string | null
  log_until: Instant | null
}

/** The level that somebody has set while that lasts, then the one in the settings. */
export function levelNow(kept: Kept | undefined, usual: string, now: Instant): string {
  const until = kept?.log_until ?? 0
  return kept?.log_level != null && now < until ? kept.log_level : usual
}
