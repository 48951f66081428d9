import { timingSafeEqual } from 'node:crypto'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { openSecret, useBackupKey } from '../../records/credentials.ts'
import { displayName, findPersonByEmail, type PersonRow } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'
import { attempt, attemptAsStranger } from '../credentials/attempt.ts'
import { hashBackupKey } from './enable-two-step.ts'

/** Ends two-step verification with the backup key, and tells the address that it happened. */
export async function recoverTwoStep(ctx: Ctx, email: string, backupKey: string): Promise<void> {
  const person = await findPersonByEmail(ctx.db.read, email)
  if (!person?.active) {
    await attemptAsStranger(ctx, email, async () => {
      hashBackupKey(backupKey)
      return 'wrong'
    })
    return failUnverified()
  }
  // Also where there is no key: what is locked must not tell who has one.
  const outcome = await attempt(ctx, person, async () =>
    isBackupKey(ctx, person, backupKey) && (await recover(ctx, person)) ? 'right' : 'wrong',
  )
  if (outcome === 'wrong') failUnverified()
}

export const failUnverified = (): never => fail('access_denied', 'The recovery key is not valid.')

function isBackupKey(ctx: Ctx, person: PersonRow, given: string): boolean {
  const right = Buffer.from(openSecret(ctx.db.keys, person, 'backup_key_hash') ?? '')
  const hash = Buffer.from(hashBackupKey(given))
  return hash.length === right.length && timingSafeEqual(hash, right)
}

const recover = (ctx: Ctx, person: PersonRow): Promise<boolean> =>
  ctx.db.write(async (tx) => {
    if (!(await useBackupKey(tx, person))) return false
    const at = ctx.now()
    await recordActivity(tx, THE_SERVICE, 'two_step_recovered', { person }, at)
    const { email: to, organization_id: organizationId } = person
    const data = { name: displayName(person) }
    await sendMail(ctx, tx, { organizationId, to, kind: 'two_step_recovered', data }, at)
    return true
  })
