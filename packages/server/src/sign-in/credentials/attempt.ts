import { createHash } from 'node:crypto'
import { formatUtc } from '@holdfast/api/time'
import { ApiError, fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { networkAsking } from '../../platform/limits/network.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { displayName, emailKey, type PersonRow } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'
import {
  countCode,
  countTry,
  findLock,
  noteSuccess,
  refundTry,
  type Tried,
} from '../../records/sign-in-tries.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** `unfinished`: nothing wrong was given, but something is still missing. */
export type Outcome = 'right' | 'wrong' | 'unfinished'

/**
 * Looks at a secret that someone gave for an account. Each try is counted before the look and taken back when nothing
 * was wrong, in the database, so that any number of parallel guesses at any door gets five looks from one network and no
 * more. Only a complete success clears the count: else a guesser could reset it between guesses.
 */
export const attempt = (ctx: Ctx, person: PersonRow, look: () => Promise<Outcome>): Promise<Outcome> =>
  lookFrom(ctx, `person ${person.id}`, look, (tx, network) => recordFailure(ctx, tx, person, network))

/**
 * A try for an account that nobody has, or that is shut. It is counted, locked and refused as any other and takes as
 * many steps, so that neither the answer nor the time it takes tells which addresses have accounts.
 */
export async function attemptAsStranger(
  ctx: Ctx,
  email: string,
  look: () => Promise<unknown>,
): Promise<void> {
  const account: Tried = `stranger ${createHash('sha256').update(emailKey(email)).digest('base64url')}`
  const wrong = () => look().then(() => 'wrong' as const)
  await lookFrom(ctx, account, wrong, async (tx, network) => {
    await findLock(tx, account, network, ctx.now())
  })
}

/** Looks at a code within an attempt: whoever gives wrong ones has the password, wherever it comes from. */
export async function attemptCode(
  ctx: Ctx,
  { id }: PersonRow,
  look: () => Promise<boolean>,
): Promise<boolean> {
  const counted = await ctx.db.write((tx) => countCode(tx, `person ${id}`, ctx.now()))
  return counted ? look() : failLocked()
}

const failLocked = (): never =>
  fail('account_locked', 'Account temporarily locked due to repeated failed login attempts.')

/** Looks from one network at one account take turns in this process: else six right ones would be five and a lock. */
function lookFrom(
  ctx: Ctx,
  account: Tried,
  look: () => Promise<Outcome>,
  failed: (tx: Tx, network: string) => Promise<void>,
): Promise<Outcome> {
  const network = networkAsking()
  return oneAtATime(ctx.db, `${account} ${network}`, async () => {
    const at = ctx.now()
    await ctx.db.write(async (tx) => {
      if ((await findLock(tx, account, network, at)) !== undefined) failLocked()
      await countTry(tx, account, network, at)
    })
    const outcome = await look().catch(async (error) => {
      // Whoever keeps the secret could not be asked: nothing was guessed.
      if (error instanceof ApiError && error.code === 'temporarily_unavailable')
        await ctx.db.write((tx) => refundTry(tx, account, network, at))
      throw error
    })
    await ctx.db.write((tx) => {
      if (outcome === 'right') return noteSuccess(tx, account, network, at)
      if (outcome === 'unfinished') return refundTry(tx, account, network, at)
      return failed(tx, network)
    })
    return outcome
  })
}

async function recordFailure(ctx: Ctx, tx: Tx, person: PersonRow, network: string): Promise<void> {
  const at = ctx.now()
  // If there is one now, this try brought it on: else it would have been refused.
  const until = await findLock(tx, `person ${person.id}`, network, at)
  await recordActivity(tx, THE_SERVICE, 'sign_in_failed', { person }, at)
  if (until === undefined) return
  await recordActivity(tx, THE_SERVICE, 'account_locked', { person }, at)
  const { email: to, organization_id: organizationId } = person
  const data = { name: displayName(person), until: formatUtc(until) }
  await sendMail(ctx, tx, { organizationId, to, kind: 'account_locked', data }, at)
}
