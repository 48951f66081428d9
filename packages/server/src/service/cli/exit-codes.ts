import { ConfigError, NotThereError } from '../../platform/config/config.ts'
import { DatabaseFormError } from '../../platform/db/migrations/migrate.ts'

const FAILED = 1
/** As in sysexits.h. `RestartPreventExitStatus` in packaging/holdfast.service names both. */
const DATABASE_FORM = 65
const SETTINGS = 78

/** How `serve` ends. What another try cannot change has a code of its own, so that nothing restarts it for ever. */
export function exitCodeOf(failure: unknown): number {
  for (let error = failure; error instanceof Error; error = error.cause) {
    if (error instanceof DatabaseFormError) return DATABASE_FORM
    if (error instanceof NotThereError) return FAILED
    if (error instanceof ConfigError) return SETTINGS
  }
  return FAILED
}
