import type { SystemStatus } from '@holdfast/api/oversight/system'
import { formatUtc, type Instant } from '@holdfast/api/time'
import type { Config } from '../../platform/config/config.ts'
import { levelNow } from '../../platform/log/level-now.ts'

interface Kept {
  log_level: string | null
  log_until: Instant | null
}

/** At which level servers write their log, and until when. */
export function logView(
  { logLevel: usual }: Pick<Config, 'logLevel'>,
  kept: Kept | undefined,
  now: Instant,
): SystemStatus['log'] {
  const isSet = kept?.log_level != null && kept.log_until !== null && kept.log_until > now
  return {
    level: levelNow(kept, usual, now),
    usual,
    until: isSet && kept.log_until !== null ? formatUtc(kept.log_until) : null,
  }
}
