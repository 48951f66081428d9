import { createHash } from 'node:crypto'
import { fail, missing, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { TwoStepMode } from '../../platform/db/tables/people.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { brandOf } from '../../records/brand.ts'
import { openSecret, setTwoStep } from '../../records/credentials.ts'
import { findPersonForUpdate, type PersonRow } from '../../records/people.ts'
import { sendCodeIn, takeCode } from '../credentials/codes.ts'
import { provisioningUri, toBase32 } from '../credentials/totp.ts'
import { checkPassword, ownAccount } from './check-password.ts'

export interface EnableRequest {
  password: string
  mode: TwoStepMode
  authCode: string | undefined
  phone: string | undefined
}

/** What was asked for in the first call and waits for its code. */
interface Pending {
  mode: TwoStepMode
  secret: string
  phone: string | null
  backupKeyHash: string
}

export const hashBackupKey = (key: string): string =>
  createHash('sha256').update(key.replace(/[\s-]/g, '').toUpperCase()).digest('hex')

/** Two calls: the first gives the keys and sends a code where the mode sends codes, the second proves they arrived. */
export async function enableTwoStep(ctx: Ctx, who: PersonPrincipal, request: EnableRequest) {
  const person = await ownAccount(ctx, who)
  if (person.two_step_mode !== null)
    fail('invalid_request', 'Two-step verification is already on. Turn it off first.')
  return request.authCode === undefined
    ? begin(ctx, person, request)
    : complete(ctx, who, person, { ...request, authCode: request.authCode })
}

async function begin(ctx: Ctx, person: PersonRow, { password, mode, phone: given }: EnableRequest) {
  const phone = mode === 'sms' ? phoneFor(person, given) : person.mobile_phone
  await checkPassword(ctx, person, password, async () => 'right')
  const key = toBase32(ctx.random(20))
  const backupKey = toBase32(ctx.random(20)).match(/.{4}/g)?.join('-') ?? ''
  const pending: Pending = {
    mode,
    secret: key,
    phone,
    backupKeyHash: hashBackupKey(backupKey),
  }
  await ctx.db.write(async (tx) => {
    // Held, so that of several requests at once each sees what the one before it sent. What is refused changes nothing:
    // a code that is on its way still counts.
    const now = (await findPersonForUpdate(tx, person.id)) ?? fail('not_found')
    const earlier = pendingOf(ctx, now)
    const elsewhere = earlier?.mode !== mode || earlier.phone !== phone
    await setTwoStep(tx, person.id, { two_step_pending: JSON.stringify(pending) })
    await sendCodeIn(ctx, tx, now, 'enable', pending, { elsewhere })
  })
  const { organization } = await brandOf(ctx, ctx.db.read, person.organization_id)
  return { backup_key: backupKey, key, uri: provisioningUri(key, person.email, organization) }
}

function phoneFor(person: PersonRow, given: string | undefined): string {
  if (given === undefined) return person.mobile_phone ?? missing('mobile_phone')
  const phone = given.replace(/[\s()./-]/g, '')
  return /^\+?\d{5,15}$/.test(phone) ? phone : refuse('mobile_phone')
}

function pendingOf(ctx: Ctx, person: PersonRow): Pending | undefined {
  const pending = openSecret(ctx.db.keys, person, 'two_step_pending')
  return pending === null ? undefined : JSON.parse(pending)
}

async function complete(
  ctx: Ctx,
  who: PersonPrincipal,
  person: PersonRow,
  { password, mode, authCode }: EnableRequest & { authCode: string },
) {
  const begun = pendingOf(ctx, person)
  const pending = begun?.mode === mode ? begun : undefined
  await checkPassword(ctx, person, password, async () =>
    pending && (await takeCode(ctx, person, 'enable', pending, authCode)) ? 'right' : 'wrong',
  )
  if (!pending) return fail('forbidden')
  await ctx.db.write(async (tx) => {
    await setTwoStep(tx, person.id, {
      two_step_mode: pending.mode,
      totp_secret: pending.mode === 'authenticator' ? pending.secret : null,
      backup_key_hash: pending.backupKeyHash,
      mobile_phone: pending.phone,
      two_step_pending: null,
    })
    await recordActivity(tx, who, 'two_step_enabled', { person }, ctx.now())
  })
  return { status: 'ok' as const }
}
