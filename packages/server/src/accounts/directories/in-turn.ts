import type { OrganizationId } from '@holdfast/api/ids'
import { AtOnce } from '../../platform/limits/at-once.ts'
import { FairTurns } from '../../platform/limits/fair-turns.ts'

/** Each directory is held in memory as a whole. Imports that come round by themselves are few at once as jobs. */
const READS_AT_ONCE = 2
const PATIENCE_MS = 20_000
const turns = new FairTurns(
  READS_AT_ONCE,
  PATIENCE_MS,
  'Too many directories are being read. Try again in a minute.',
)
/** A directory that hardly answers takes no place from those of other organizations. */
const ofOne = new AtOnce(
  1,
  'A directory of the organization is already being read. Try again when that is finished.',
)

/** Reads a directory while someone waits for it. */
export const inTurn = <T>(id: OrganizationId, read: () => Promise<T>): Promise<T> =>
  ofOne.during(String(id), () => turns.during(String(id), read))
