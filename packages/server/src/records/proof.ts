import type { PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../platform/db/database.ts'
import { endSignIns } from './end-sign-ins.ts'

/** The owner of an account has shown that it reads the mails to its address (ADR 0032). */
export async function proveAddress(tx: Tx, id: PersonId, at: Instant): Promise<void> {
  await tx
    .updateTable('person')
    .set((eb) => ({ email_verified_at: at, first_came_at: eb.fn.coalesce('first_came_at', eb.val(at)) }))
    .where('id', '=', id)
    .execute()
}

/**
 * Someone else can sign in from here on, so the address tells no longer who does. What other organizations opened to
 * its owner waits for the next proof; so nobody who has accepted an invitation is without one.
 */
export async function unproveAddress(tx: Tx, id: PersonId): Promise<void> {
  await tx.updateTable('person').set({ email_verified_at: null }).where('id', '=', id).execute()
  await tx
    .updateTable('share_external')
    .set({ status: 'invited', answered_at: null })
    .where('person_id', '=', id)
    .where('status', '=', 'accepted')
    .execute()
}

/**
 * The account has another address: what was mailed or given to the old one is not the new one's. Neither the tokens
 * prove anything now nor who came by them.
 */
export async function leaveAddress(tx: Tx, id: PersonId, at: Instant): Promise<void> {
  await tx.updateTable('person').set({ email_verified_at: null }).where('id', '=', id).execute()
  await tx.deleteFrom('share_external').where('person_id', '=', id).execute()
  await tx.deleteFrom('mailed_token').where('person_id', '=', id).execute()
  await endSignIns(tx, { persons: [id], only: 'mailed' }, { at })
}
