import { HOUR_MS, type Instant } from '@holdfast/api/time'
import type { DirectorySettings } from '../../platform/ldap/settings.ts'

/** When the import after the one at `at` is due. */
export const nextImport = (
  { importHours }: Pick<DirectorySettings, 'importHours'>,
  at: Instant,
): Instant | null => (importHours === null ? null : at + importHours * HOUR_MS)
