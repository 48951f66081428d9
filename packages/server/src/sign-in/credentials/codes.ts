import { createHmac } from 'node:crypto'
import { DAY_MS } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { TwoStepMode } from '../../platform/db/tables/people.ts'
import type { CodePurpose } from '../../platform/db/tables/sign-in.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { type Limit, strangerName } from '../../platform/limits/shared-limits.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { brandOf } from '../../records/brand.ts'
import {
  findSentCode,
  openSecret,
  replaceSentCode,
  useSentCode,
  useTotpStep,
} from '../../records/credentials.ts'
import { displayName, type PersonRow } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'
import { attemptCode } from './attempt.ts'
import { matchingStep } from './totp.ts'

const LIFE_MS = 10 * 60 * 1000
/** Anyone who asks again sooner gets no second message: the first is on its way. */
const RESEND_MS = 30_000

/** By another number or another way an account gets no more of them. */
const PAUSE: Limit = { most: 1, ms: RESEND_MS }
const TOO_SOON = 'A code was just sent. Wait 30 seconds before you request another one.'

/** Texts cost money: neither one account nor one number is to be sent any number of them. */
const A_DAY: Limit = { most: 50, ms: DAY_MS }
const TOO_MANY = 'Too many codes were sent today. Try again tomorrow.'

export interface CodeTarget {
  mode: TwoStepMode
  secret: string | null
  phone: string | null
}

export const targetOf = (ctx: Ctx, person: PersonRow): CodeTarget => ({
  mode: person.two_step_mode ?? 'email',
  secret: openSecret(ctx.db.keys, person, 'totp_secret'),
  phone: person.mobile_phone,
})

const addressOf = (person: PersonRow, { mode, phone }: CodeTarget): string =>
  mode === 'sms' && phone ? phone : person.email

// Six digits are soon found by trying, so the hash needs a key. What is bound to them makes it useless elsewhere, and a
// code that went to one address no proof of another.
const hashCode = (
  keys: Keys,
  person: PersonRow,
  purpose: CodePurpose,
  target: CodeTarget,
  code: string,
): Buffer =>
  createHmac('sha256', keys.derived('sent code'))
    .update(JSON.stringify([person.id, purpose, addressOf(person, target), code]))
    .digest()

/** Mails or texts a code, unless the mode needs none or one is on its way. */
export const sendCode = (
  ctx: Ctx,
  person: PersonRow,
  purpose: CodePurpose,
  target: CodeTarget,
): Promise<void> => ctx.db.write((tx) => sendCodeIn(ctx, tx, person, purpose, target))

/** As `sendCode`, in a transaction that does more; `elsewhere` says that what is on its way goes to another address. */
export async function sendCodeIn(
  ctx: Ctx,
  tx: Tx,
  person: PersonRow,
  purpose: CodePurpose,
  target: CodeTarget,
  { elsewhere = false } = {},
): Promise<void> {
  if (target.mode === 'authenticator') return
  const at = ctx.now()
  const earlier = await findSentCode(tx, person.id, purpose)
  if (earlier && at - earlier.sent_at < RESEND_MS && !elsewhere) return
  await ctx.limits.takeIn(tx, pauseOf(person, purpose, target), PAUSE, TOO_SOON)
  await ctx.limits.takeIn(tx, `codes of person ${person.id}`, A_DAY, TOO_MANY)
  await ctx.limits.takeIn(tx, strangerName('codes', addressOf(person, target)), A_DAY, TOO_MANY)
  const code = sixDigits(ctx.random)
  const hash = hashCode(ctx.db.keys, person, purpose, target, code)
  await replaceSentCode(tx, { person_id: person.id, purpose, hash, sent_at: at, expires_at: at + LIFE_MS })
  const { organization_id: organizationId, email } = person
  if (target.mode === 'sms' && target.phone) {
    const { organization } = await brandOf(ctx, tx, organizationId)
    const text = `${code} is your ${organization} code.`
    await enqueue(tx, 'send_sms', { to: target.phone, text }, at)
  } else {
    const data = { name: displayName(person), code }
    await sendMail(ctx, tx, { organizationId, to: email, kind: 'sign_in_code', data }, at)
  }
}

const pauseOf = ({ id }: PersonRow, purpose: CodePurpose, { mode }: CodeTarget): string =>
  `${mode} codes for ${purpose} of person ${id}`

/** Whether a code is right for now, to be asked within an attempt. A right one is used up by asking. */
export const takeCode = (
  ctx: Ctx,
  person: PersonRow,
  purpose: CodePurpose,
  target: CodeTarget,
  given: string,
): Promise<boolean> => attemptCode(ctx, person, () => useCode(ctx, person, purpose, target, given))

async function useCode(
  ctx: Ctx,
  person: PersonRow,
  purpose: CodePurpose,
  target: CodeTarget,
  given: string,
): Promise<boolean> {
  const code = given.replace(/\s/g, '')
  if (target.mode !== 'authenticator') {
    const hash = hashCode(ctx.db.keys, person, purpose, target, code)
    return ctx.db.write(async (tx) => {
      if (!(await useSentCode(tx, { personId: person.id, purpose, hash, now: ctx.now() }))) return false
      // It has arrived: nothing is on its way any more.
      await ctx.limits.giveBackIn(tx, pauseOf(person, purpose, target))
      return true
    })
  }
  const step = target.secret ? matchingStep(target.secret, code, ctx.now()) : undefined
  return step !== undefined && ctx.db.write((tx) => useTotpStep(tx, person.id, step))
}

/** Every one of the million equally likely. */
function sixDigits(random: (bytes: number) => Buffer): string {
  for (;;) {
    const number = random(4).readUInt32BE()
    if (number < 4_294_000_000) return String(number % 1_000_000).padStart(6, '0')
  }
}
