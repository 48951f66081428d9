import type { PersonId } from '@holdfast/api/ids'
import type { Tx } from '../db/database.ts'
import { setTwoStep } from '../people/queries.ts'

export const clearTwoStep = (tx: Tx, id: PersonId): Promise<void> =>
  setTwoStep(tx, id, {
    two_step_mode: null,
    totp_secret: null,
    totp_step: null,
    backup_key_hash: null,
    two_step_pending: null,
  })
