import { THE_SERVICE } from '../access/principal.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Ctx } from '../context.ts'
import { useBackupKey } from '../credentials/queries.ts'
import { fail } from '../errors.ts'
import { enqueue } from '../jobs/jobs.ts'
import { renderMail } from '../mail/templates.ts'
import { attempt } from '../oauth/attempt.ts'
import { brandOf } from '../organizations/brand.ts'
import { displayName, findPersonByEmail, type PersonRow } from '../people/queries.ts'
import { hashBackupKey } from './enable-two-step.ts'

/** Ends two-step verification with the backup key, and tells the address that it happened. */
export async function recoverTwoStep(ctx: Ctx, email: string, backupKey: string): Promise<void> {
  const person = await findPersonByEmail(ctx.db.read, email)
  if (!person?.active || person.backup_key_hash === null)
    return fail('access_denied', 'The backup key cannot be verified.')
  const outcome = await attempt(ctx, person, async () =>
    (await recoverBy(ctx, person, hashBackupKey(backupKey))) ? 'right' : 'wrong',
  )
  if (outcome === 'wrong') fail('access_denied', 'The backup key cannot be verified.')
}

const recoverBy = (ctx: Ctx, person: PersonRow, hash: Buffer): Promise<boolean> =>
  ctx.db.write(async (tx) => {
    if (!(await useBackupKey(tx, person.id, hash))) return false
    const at = ctx.now()
    await recordActivity(tx, THE_SERVICE, 'two_step_recovered', { person }, at)
    const brand = await brandOf(ctx, tx, person.organization_id)
    const letter = renderMail('two_step_recovered', person.email, { name: displayName(person) }, brand)
    await enqueue(tx, 'send_mail', letter, at)
    return true
  })
