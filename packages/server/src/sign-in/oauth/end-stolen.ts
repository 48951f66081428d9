import type { SessionId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../../platform/db/database.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { endSignIns } from '../../records/end-sign-ins.ts'

/** What works once was used twice. Which of the two was the thief is not known, so neither keeps anything. */
export async function endStolen(tx: Tx, session: SessionId, at: Instant): Promise<void> {
  const record = { by: THE_SERVICE, about: () => 'reused token' } as const
  await endSignIns(tx, { session }, { at, outright: true, record })
}
