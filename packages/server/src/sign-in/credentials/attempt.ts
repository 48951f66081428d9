import { createHash } from 'node:crypto'
import { formatUtc, HOUR_MS } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import { Lines } from '../../platform/basics/lines.ts'
import { isPassing } from '../../platform/basics/outage.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { networkAsking } from '../../platform/limits/network.ts'
import { type Limit, strangerName } from '../../platform/limits/shared-limits.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { displayName, emailKey, type PersonRow } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'
import {
  copyLock,
  countCode,
  countTry,
  findLock,
  noteSuccess,
  refundTry,
  type Tried,
} from '../../records/sign-in-tries.ts'

/**
 * Failures for accounts that have not signed in from a network lately: many addresses with a few common passwords. Those
 * who have are let in there whatever others try.
 */
const NEW_ONES: Limit = { most: 300, ms: HOUR_MS }
const TOO_MANY = 'Too many failed sign-ins from your network. Try again later.'

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
  look: () => Promise<Exclude<Outcome, 'right'>>,
): Promise<void> {
  const account: Tried = `stranger ${createHash('sha256').update(emailKey(email)).digest('base64url')}`
  await lookFrom(ctx, account, look, async (tx, network) => {
    await findLock(tx, account, network, ctx.now())
  })
}

/** Looks at a code within an attempt: anyone who gives wrong ones has the password, wherever it comes from. */
export async function attemptCode(
  ctx: Ctx,
  { id }: PersonRow,
  look: () => Promise<boolean>,
): Promise<boolean> {
  const counted = await ctx.db.write((tx) => countCode(tx, `person ${id}`, ctx.now()))
  return counted ? look() : failLocked()
}

const failLocked = (): never => fail('account_locked')

const looks = new Lines()

/** Looks from one network at one account take turns in this process: else six right ones would be five and a lock. */
function lookFrom(
  ctx: Ctx,
  account: Tried,
  look: () => Promise<Outcome>,
  failed: (tx: Tx, network: string) => Promise<void>,
): Promise<Outcome> {
  const network = networkAsking()
  return looks.during(`${account} ${network}`, 1, async () => {
    const at = ctx.now()
    const fromHere = strangerName('sign-ins', network)
    const newHere = await ctx.db.write(async (tx) => {
      const { until, known } = await findLock(tx, account, network, at)
      if (until !== undefined) failLocked()
      if (!known) await ctx.limits.takeIn(tx, fromHere, NEW_ONES, TOO_MANY)
      await countTry(tx, account, network, at)
      return !known
    })
    const settle = (outcome: Outcome) =>
      ctx.db.write(async (tx) => {
        if (outcome === 'wrong') return failed(tx, network)
        if (newHere) await ctx.limits.giveBackIn(tx, fromHere)
        return (outcome === 'right' ? noteSuccess : refundTry)(tx, account, network, at)
      })
    const outcome = await look().catch(async (error) => {
      // The keeper of the secret could not be asked: nothing was guessed.
      if (isPassing(error)) await settle('unfinished')
      throw error
    })
    await settle(outcome)
    return outcome
  })
}

async function recordFailure(ctx: Ctx, tx: Tx, person: PersonRow, network: string): Promise<void> {
  const at = ctx.now()
  // If there is one now, this try brought it on: else it would have been refused.
  const { until } = await findLock(tx, `person ${person.id}`, network, at)
  await recordActivity(tx, THE_SERVICE, 'sign_in_failed', { person }, at)
  if (until === undefined) return
  await copyLock(tx, `person ${person.id}`)
  await recordActivity(tx, THE_SERVICE, 'account_locked', { person }, at)
  const { email: to, organization_id: organizationId } = person
  const data = { name: displayName(person), until: formatUtc(until), ...(network && { address: network }) }
  await sendMail(ctx, tx, { organizationId, to, kind: 'account_locked', data }, at)
}
